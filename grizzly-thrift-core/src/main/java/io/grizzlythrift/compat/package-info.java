/**
 * Runs programs written for libthrift's servers on this one, and adds the THeader transport to libthrift's own classes.
 *
 * <pre>
 *   TGrizzlyServer and its subclasses, a TServer each --> ThriftServer
 *      |-- ServerMode             FramedMode or ThreadPoolMode: options to those of a ThriftServer
 *      |-- ServerEvents           calls the TServerEventHandler of a program
 *      +-- ConnectionThreads      a strategy: each connection has a thread
 *
 *   generated Client, or a blocking server of libthrift
 *      v
 *   THeaderProtocol --> THeaderTransport --> TSocket, or any other blocking transport
 *                          |-- MessageReader   detects dialect and protocol; bytes to messages
 *                          +-- MessageWriter   writes length or header; compresses
 * </pre>
 */
@NullMarked
package io.grizzlythrift.compat;

import org.jspecify.annotations.NullMarked;
