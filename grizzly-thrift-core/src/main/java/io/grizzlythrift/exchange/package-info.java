/**
 * Processes single messages that arrive over transports other than framed TCP, such as HTTP requests.
 *
 * <pre>
 *   MessageServiceOptions   builder options: strategy, shutdownGrace; those of every server are in ServiceOptions
 *                           (server)
 *      v
 *   MessageServiceConfig    immutable options with getters; starts the service
 *      v
 *   MessageService          corresponds to ThriftServer and its filter. Owns the dispatcher, MemoryBudget and
 *      |                    HeapCheck; runs messages (track), or rejects them (empty, too large, no memory), counted
 *      |                    and logged; processors and CallFlow are attributes of each connection; checks all timeouts;
 *      |                    terminates slow peers (sender, reader), and connections that do not close after a failure
 *      |                    (expectClose); drains (await), stops the threads
 *      |
 *      |  IncomingMessage   a body that arrives in parts: appends them to a PartialFrame (frame.partial) if the memory budget
 *      |                    has room; completed, abandoned or rejected, once; checks its timeout. Nested: its
 *      |                    MemoryOwner
 *      v
 *   MessageCall             one whole call until its reply is sent: CallOrigin, owner, writer and listener of a
 *      |                    ReplyQueue of one call; replies or fails the exchange, once (compare-and-set), with the
 *      |                    MessageFailure for each cause; times out slow readers, by unsent bytes; closes the
 *      |                    connection if there is no reply
 *      v
 *   MessageExchange         implemented by the transport (HttpExchange): connection, headers; sends the reply, or a
 *   MessageFailure          enum, the reason for a missing reply: not a message, too large, no memory, broken
 * </pre>
 */
package io.grizzlythrift.exchange;
