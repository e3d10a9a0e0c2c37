/**
 * Thrift over HTTP, for programs that have Grizzly's HttpServer already.
 *
 * <pre>
 *   HttpServer
 *      |  {@link io.grizzlythrift.http.ThriftHttpHandler}     POST, Content-Type; answers everything else itself
 *      v
 *   RequestBody              parts of the body, as they arrive
 *      v
 *   {@link io.grizzlythrift.exchange.MessageService}      limits, strategy, processor
 *      v
 *   HttpExchange             reply, or status with a text -> the suspended response
 * </pre>
 *
 * <p>Nothing here waits, and nothing in the other packages knows HTTP. It needs {@code grizzly-http-server}, which is an
 * optional dependency of the core.
 */
package io.grizzlythrift.http;
