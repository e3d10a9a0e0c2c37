/**
 * Serves single messages that arrive over other transports than framed TCP, such as HTTP requests.
 *
 * <pre>
 *   MessageServiceOptions   builder options: strategy and shutdownGrace, and the ServiceOptions (server) of every server
 *      v
 *   MessageServiceConfig    immutable options; starts the service
 *      v
 *   MessageService          runs messages, or rejects them (empty, too large, no memory) and counts that; processors and
 *      |                    flow of each connection; terminates slow peers, and connections that do not close after a
 *      |                    failure (expectClose); drains (await), stops the threads
 *      |
 *      |  IncomingMessage   a body that arrives in parts: appends them to a PartialFrame (frame) if the memory budget has room;
 *      |                    complete, abandoned or rejected, once
 *      v
 *   MessageCall             one whole call until its reply is sent: origin, owner, writer and listener of a ReplyQueue
 *      |                    of one call; replies or fails the exchange, once (compare-and-set); times out slow readers
 *      v
 *   MessageExchange         implemented by the transport (HttpExchange): sends the reply, or a
 *   MessageFailure          why there is no reply
 * </pre>
 */
package io.grizzlythrift.exchange;
