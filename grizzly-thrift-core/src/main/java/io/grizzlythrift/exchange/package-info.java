/**
 * Processes single messages that arrive over transports other than framed TCP, such as HTTP requests.
 *
 * <pre>
 *   transport --> MessageService --> MessageCall --> dispatch
 *                                         |
 *                                         +--> MessageExchange: the reply, or why there is none --> transport
 * </pre>
 */
package io.grizzlythrift.exchange;
