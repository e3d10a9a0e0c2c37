/**
 * Thrift over HTTP, for programs that already use Grizzly's HttpServer.
 *
 * <pre>
 *   HttpServer
 *      |  {@link io.grizzlythrift.http.ThriftHttpHandler}     POST and Content-Type; lifecycle; builder
 *      |      TextResponses     descriptions and errors as plain text
 *      v
 *   RequestBody              reads the parts of a body as they arrive
 *      v
 *   {@link io.grizzlythrift.exchange.MessageService}      limits, strategy, processor
 *      v
 *   HttpExchange             writes the reply, or a failure with a status, to the suspended response
 *      v
 *   Resumption               resumes requests one after another, so that pipelined ones do not nest on the stack
 * </pre>
 *
 * <p>Nothing here blocks, and no other package depends on HTTP. It needs {@code grizzly-http-server}, an optional
 * dependency of the core.
 */
package io.grizzlythrift.http;
