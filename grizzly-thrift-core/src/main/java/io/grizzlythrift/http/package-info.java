/**
 * Provides Thrift over HTTP for programs that already use Grizzly's HttpServer.
 *
 * <pre>
 *   HttpServer
 *      |  {@link io.grizzlythrift.http.ThriftHttpHandler}     start, destroy; service: checks method, Content-Type and
 *      |      |                    length, also before "100 Continue" (sendAcknowledgment): rejects with a status (405,
 *      |      |                    415, 413, 503 if not started); describes itself (GET). Nested: its Builder
 *      |      TextResponses        plain-text responses: status, headers, Connection: close; through Grizzly's Response
 *      |                           (Responses, httpport, encodes bytes)
 *      v
 *   RequestBody              a ReadHandler on Grizzly's NIOInputStream: runs a complete body at once; appends parts as
 *      |                     they arrive to an IncomingMessage (exchange), completes it (onAllDataRead); a broken body
 *      |                     (onError) fails the exchange
 *      v
 *   {@link io.grizzlythrift.exchange.MessageService}      limits, strategy, processor
 *      v
 *   HttpExchange             a MessageExchange: suspends the response; claimed once (compare-and-set, then Grizzly's
 *      |                     own state), or aborted if the connection closes (onClosed, onAborted); reply: 200, writes
 *      |                     to the NIOOutputStream, waits if the connection is full (nested WriteHandler), flushes by
 *      |                     an event after the service, reports when it is sent; fail: maps a MessageFailure to a
 *      |                     status (400, 413, 503, 500)
 *      |   RequestHeaders     a copy of Grizzly's headers of a request, as arrays of names and values; a map for
 *      |                      CallContext, as RequestHead (frame.http) makes of its own
 *      v
 *   Resumption               one per thread: resumes requests (FilterChainContext) one after another, or on Grizzly's
 *                            workers, so that pipelined ones do not nest on the stack; throws the last failure at the
 *                            end
 * </pre>
 *
 * <p>Nothing here blocks, and no other package depends on HTTP. It needs {@code grizzly-http-server}, an optional
 * dependency of the core.
 */
package io.grizzlythrift.http;
