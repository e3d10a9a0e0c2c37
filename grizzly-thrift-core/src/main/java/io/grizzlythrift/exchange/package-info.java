/**
 * Serves single messages that arrive over other transports than framed TCP, such as HTTP requests.
 *
 * <pre>
 *   MessageServiceOptions   builder options: strategy, shutdownGrace; those of every server are in ServiceOptions (server)
 *      v
 *   MessageServiceConfig    immutable options with getters; starts the service
 *      v
 *   MessageService          what ThriftServer and its filter are to TCP. Owns dispatcher, MemoryBudget, HeapCheck; runs
 *      |                    messages (track), or rejects them (empty, too large, no memory) and counts and logs that;
 *      |                    processors and CallFlow of each connection, its attributes; checks timeouts of all; terminates
 *      |                    slow peers (sender, reader), and connections that do not close after a failure (expectClose);
 *      |                    drains (await), stops the threads
 *      |
 *      |  IncomingMessage   a body that arrives in parts: appends them to a PartialFrame (frame.partial) if memory has room;
 *      |                    complete, abandoned or rejected, once; has it taken longer than its timeout? Nested: its MemoryOwner
 *      v
 *   MessageCall             one whole call until its reply is sent: CallOrigin, owner, writer and listener of a ReplyQueue
 *      |                    of one call; replies or fails the exchange, once (compare-and-set), with the MessageFailure
 *      |                    for each end; times out slow readers, by unsent bytes; closes the connection if there is no reply
 *      v
 *   MessageExchange         implemented by the transport (HttpExchange): connection, headers; sends the reply, or a
 *   MessageFailure          enum: why there is no reply: no message, too large, no memory, broken
 * </pre>
 */
package io.grizzlythrift.exchange;
