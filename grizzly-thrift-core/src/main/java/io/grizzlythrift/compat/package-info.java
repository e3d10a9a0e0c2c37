/**
 * Replaces libthrift's servers in programs written for them, and adds the THeader transport to libthrift's own.
 *
 * <pre>
 *   TGrizzlyServer           a TServer that runs a ThriftServer (server): serve blocks until stop, an interrupt stops it
 *      |   Args              nested: names, defaults, bounds, setters and getters of TThreadedSelectorServer's options;
 *      |                     applied to a ThriftServerBuilder: strategy by workerThreads or executor, in order
 *      |-- FramedServerSocket   checks libthrift's server transport and transport factories; channel, port, maximum frame size
 *      |-- SharedProtocol       checks that input and output factory encode alike, by a sample; is compact limited? (read
 *      |                        operations on probes, from a transport without limits)
 *      v
 *   ServerEvents             the processor factory: preServe; wraps the processor of a connection, blocking or asynchronous,
 *      |                     so that the event handler is called first; ends contexts with the server
 *      v
 *   ConnectionEvents         one connection's ServerContext: createContext, processContext, deleteContext by the
 *                            TServerEventHandler; logs what it throws
 *
 *   THeaderProtocol          messages for generated clients and libthrift's blocking servers, each in the protocol that its
 *      |                     header or the first bytes of the connection tell; replies to frames that cannot be read
 *      v
 *   THeaderTransport         frames with headers: client by its first write, server by its first read; current: of the call
 *      |   Factory           nested: one transport for both directions of a connection
 *      |-- MessageReader     bytes to messages: dialect of the connection (scan), bounds
 *      |-- ReceivedMessage   the bytes of one message, read up to its end and no further
 *      |-- MessageWriter     what is in front of a message in its dialect
 *      |-- ReadHeaders       headers of the last message and persistent ones of the peer, decoded when asked
 *      v
 *   TSocket                  or any other blocking transport
 * </pre>
 */
package io.grizzlythrift.compat;
