/**
 * Replaces libthrift's servers in programs written for them.
 *
 * <pre>
 *   TGrizzlyServer           a TServer that runs a ThriftServer (server): serve blocks until stop, an interrupt stops it
 *      |   Args              nested: names, defaults, bounds and getters of TThreadedSelectorServer's options; applied to a
 *      |                     ThriftServerBuilder: strategy by workerThreads or executor, in order
 *      |-- FramedServerSocket   checks libthrift's server transport and transport factories; channel, port, maximum frame size
 *      |-- SharedProtocol       checks that input and output factory encode alike, by a sample; is compact limited? (read
 *      |                        operations on probes)
 *      v
 *   ServerEvents             the processor factory: preServe; wraps the processor of a connection, blocking or asynchronous,
 *      |                     so that the event handler is called first; ends contexts with the server
 *      v
 *   ConnectionEvents         createContext, processContext, deleteContext of one connection --&gt; TServerEventHandler;
 *                            logs what it throws
 * </pre>
 */
package io.grizzlythrift.compat;
