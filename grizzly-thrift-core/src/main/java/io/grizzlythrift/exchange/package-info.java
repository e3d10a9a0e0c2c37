/**
 * Serves single messages that arrive by other means than framed TCP, such as HTTP requests.
 *
 * <pre>
 *   carrier, such as ThriftHttpHandler
 *      |  MessageExchange: takes the reply or the failure (MessageFailure)
 *      v
 *   MessageService (MessageServiceOptions, MessageServiceConfig)
 *      |  IncomingMessage: a body that arrives in parts, within the memory budget
 *      v
 *   MessageCall: one message as a connection of its own --&gt; dispatch --&gt; reply --&gt; MessageExchange
 * </pre>
 */
package io.grizzlythrift.exchange;
