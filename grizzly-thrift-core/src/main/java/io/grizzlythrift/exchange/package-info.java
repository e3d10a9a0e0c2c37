/**
 * Serves single messages that arrive over other transports than framed TCP, such as HTTP requests.
 *
 * <pre>
 *   MessageServiceOptions   builder options: strategy, shutdown grace, and those of every server
 *      v
 *   MessageServiceConfig    immutable options; starts the service
 *      v
 *   MessageService          accepts or rejects messages, checks their timeouts, drains; used by a transport (http)
 *      |
 *      |  IncomingMessage   a body that arrives in parts, within the memory budget
 *      v
 *   MessageCall             one call, from its arrival until its reply is sent; runs in dispatch, reply
 *      v
 *   MessageExchange         implemented by the transport: sends the reply, or a
 *   MessageFailure          why there is no reply
 * </pre>
 */
package io.grizzlythrift.exchange;
