/**
 * Replaces libthrift's servers in programs written for them, and adds the THeader transport to libthrift's own.
 *
 * <pre>
 *   TGrizzlyServer           a TServer that runs a ThriftServer (server): serve blocks until stop, an interrupt stops it
 *      |   Args              nested: names, defaults, bounds, setters and getters of TThreadedSelectorServer's options;
 *      |                     applied to a ThriftServerBuilder: strategy by workerThreads or executor, in order
 *      |-- FramedServerSocket   checks libthrift's server transport and transport factories (framed only); channel, port,
 *      |                        maximum frame size
 *      |-- SharedProtocol       checks that input and output factory encode alike, by a sample; is compact limited? (read
 *      |                        operations on probes, from a transport without limits)
 *      v
 *   ServerEvents             the processor factory: preServe; wraps the processor of a connection, blocking or asynchronous
 *      |                     (nested: a NotifyingProcessor for each), so that the event handler is called first; lists the
 *      |                     contexts, ends them with the server
 *      v
 *   ConnectionEvents         one connection's ServerContext: createContext, processContext, deleteContext by the
 *                            TServerEventHandler; logs what it throws, rejects that call
 *
 *   THeaderProtocol          messages for generated clients and libthrift's blocking servers, each in the protocol that its
 *      |                     header or the first bytes of the connection tell (reader, writer): passes every read and write
 *      |                     on to that; writes replies to frames that cannot be read. Its Factory
 *      v
 *   THeaderTransport         frames with headers: client by its first write, server by its first read (Role); current: of the
 *      |                     call; headers to write, once or persistent; protocol, transforms and sequence id; undoes the
 *      |                     transforms of what it reads; what is unreadable: an exception reply, or the end of the connection
 *      |   Factory           nested: one transport for both directions of a connection
 *      |-- MessageReader     bytes to messages: detects the dialect of the connection; frame lengths, scan of unframed ones; reads
 *      |                     ahead into a growing array; bounds; words what is malformed
 *      |-- ReceivedMessage   the bytes of one message, read up to its end and no further
 *      |-- MessageWriter     what is in front of a message in its dialect: length, header; compresses it. Static, keeps nothing
 *      |-- ReadHeaders       headers of the last message and persistent ones of the peer, decoded when asked
 *      v
 *   TSocket                  or any other blocking transport
 * </pre>
 */
package io.grizzlythrift.compat;
