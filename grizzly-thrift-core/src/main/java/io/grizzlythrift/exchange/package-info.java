/**
 * Serves single messages that arrive over other transports than framed TCP, such as HTTP requests.
 *
 * <pre>
 *   MessageServiceOptions   builder options: strategy, shutdown grace, and those of every server
 *      v
 *   MessageServiceConfig    immutable options; starts the service
 *      v
 *   MessageService          accepts or rejects messages, checks their timeouts, drains
 *      ^  submit            ^
 *      |                    IncomingMessage   a body that arrives in parts, within the memory budget
 *      |
 *   a transport, such as ThriftHttpHandler (http), with a MessageExchange for each message
 *
 *   MessageService --&gt; MessageCall   one call, from its arrival until its reply is sent
 *                         |  dispatch, reply
 *                         v
 *                      MessageExchange   sends the reply, or a MessageFailure: why there is none
 * </pre>
 */
package io.grizzlythrift.exchange;
