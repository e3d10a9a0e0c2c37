/**
 * Replaces libthrift's servers in programs written for them, and adds the THeader transport to libthrift's own.
 *
 * <pre>
 *   TGrizzlyServer           a TServer that runs a ThriftServer (server): serve blocks until stop or an interrupt
 *      |   Args              nested: names, defaults, bounds, setters and getters of TThreadedSelectorServer's options;
 *      |                     applied to a ThriftServerBuilder: strategy from workerThreads or executor, in order
 *      |-- FramedServerSocket   checks libthrift's server transport and transport factories (framed only); channel (by
 *      |                        the key of a Selector), port, maximum frame size (by a TMemoryInputTransport, a private
 *      |                        field)
 *      |-- SharedProtocol       checks with a sample that input and output factory encode alike; whether compact is
 *      |                        limited (rejects: a ReadOperation on a probe, from an UnlimitedTransport, both nested)
 *      v
 *   ServerEvents             the processor factory: preServe; wraps the processor of a connection, blocking or
 *      |                     asynchronous (nested: a NotifyingProcessor for each, process), so that the event handler
 *      |                     is called first; keeps the contexts (open), and deletes the remaining ones when the server
 *      |                     stops
 *      v
 *   ConnectionEvents         one connection's ServerContext: calls createContext, processContext, deleteContext of the
 *                            TServerEventHandler; logs its exceptions (logFailure, also for ServerEvents), rejects the
 *                            call
 *
 *   THeaderProtocol          messages for generated clients and libthrift's blocking servers, each in the protocol of
 *      |                     its header or of the first bytes of the connection (reader, writer), to which it delegates
 *      |                     every read and write method; replies to frames that cannot be read. Its Factory
 *      v
 *   THeaderTransport         frames with headers: client by its first write, server by its first read (Role); current:
 *      |                     that of the call; headers to write, once or persistent; checks of protocol and transforms;
 *      |                     sequence id; collects a message until flush, then sends it; undoes the transforms of
 *      |                     messages it reads; unreadable content: an exception reply, or closes the connection
 *      |   Factory           nested: one transport for both directions of a connection, by a map of WeakReference values
 *      |-- MessageReader     bytes to messages (next): detects the dialect and protocol of the connection; frame
 *      |                     lengths, scan of unframed ones; reads ahead into a growing array (receive, grow); limit of
 *      |                     TConfiguration; error messages for malformed bytes. The blocking counterpart of the
 *      |                     assemblers (frame), with the same FormatGuess and scanners
 *      |-- ReceivedMessage   the bytes of one message, and the read position; never reads beyond its end
 *      |-- MessageWriter     writes the length or header in front of a message; compresses it. Static, stateless
 *      |-- ReadHeaders       headers of the last message and persistent ones of the peer (HeaderMap), decoded on demand
 *      v
 *   TSocket                  or any other blocking transport
 * </pre>
 */
package io.grizzlythrift.compat;
