/**
 * HTTP on a Thrift port: what becomes of the requests of a connection.
 *
 * <pre>
 *   ThriftServerFilter (server)   passes on the requests of a read: HttpEvent (frame.http)
 *      v
 *   HttpPort                 routes: calls, health (ready? asks the server and the dispatcher), metrics; rejects, counts, logs
 *      |-- HttpConnection      the next place in the reply queue for each request, so responses leave in request order; the
 *      |                       last response of a connection: announced once, closes it
 *      |-- HttpCall            one POST as the CallOrigin of a Dispatcher: its reply becomes a response, once
 *      |-- MetricsPage         one scrape, which a strategy runs like a call
 *      v
 *   Responses                encodes status, headers and body
 *      v
 *   ReplyQueue (reply)       of the ServerConnection: order, limits, timeouts, one write of what is ready
 * </pre>
 *
 * <p>Thread: the one that reads parses and routes, and responds unless a strategy runs the call. Nothing here blocks.
 */
package io.grizzlythrift.httpport;
