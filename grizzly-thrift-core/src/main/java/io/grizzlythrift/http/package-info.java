/**
 * Thrift over HTTP, for programs that already use Grizzly's HttpServer.
 *
 * <pre>
 *   HttpServer
 *      |  {@link io.grizzlythrift.http.ThriftHttpHandler}     start, destroy; checks method, Content-Type and length: rejects with a status;
 *      |      |                    describes itself (GET). Nested: its Builder
 *      |      TextResponses        plain-text responses: status, headers, Connection: close
 *      v
 *   RequestBody              a ReadHandler: reads the parts of a body as they arrive
 *      v
 *   {@link io.grizzlythrift.exchange.MessageService}      limits, strategy, processor
 *      v
 *   HttpExchange             the suspended response: claimed once (compare-and-set, then Grizzly's own state); writes the
 *      |                     reply, waits if the connection is full (WriteHandler), maps failures to a status; is it sent?
 *      |   RequestHeaders     a copy of the request's headers, for CallContext
 *      v
 *   Resumption               resumes requests (FilterChainContext) one after another on each thread, or on Grizzly's workers,
 *                            so that pipelined ones do not nest on the stack; throws what failed at the end
 * </pre>
 *
 * <p>Nothing here blocks, and no other package depends on HTTP. It needs {@code grizzly-http-server}, an optional
 * dependency of the core.
 */
package io.grizzlythrift.http;
