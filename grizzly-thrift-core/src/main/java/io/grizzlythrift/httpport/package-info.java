/**
 * HTTP on a Thrift port: what becomes of the requests of a connection.
 *
 * <pre>
 *   ThriftServerFilter (server)   passes on the requests of a read: HttpEvent (frame.http)
 *      v
 *   HttpPort                 routes by path: calls, health (ready? asks the server and the dispatcher), metrics (4 scrapes at a
 *      |                     time); words 404, 405, 415 and readiness; rejects, counts, logs; the HttpConnection is its attribute
 *      |-- HttpConnection      the next place in the reply queue for each request, so responses leave in request order; interim
 *      |                       responses (100 Continue); the last response of a connection: announced once, closes it
 *      |-- HttpCall            one POST as the CallOrigin of a Dispatcher, with a ReplyQueue of its own: its reply without the
 *      |                       frame length becomes a response, once; an unreadable call 400; oneway or
 *      |                       dropped: an empty one
 *      |-- MetricsPage         one scrape, a CallBatch of one, which a strategy runs like a call; logs a text that fails
 *      v
 *   Responses                encodes status, phrase, headers (Date) and body, none for HEAD; Content: what to send, of which type
 *      v
 *   ReplyQueue (reply)       of the ServerConnection: order, limits, timeouts, one write of what is ready
 * </pre>
 *
 * <p>Thread: the one that reads parses and routes, and responds unless a strategy runs the call. Nothing here blocks.
 */
package io.grizzlythrift.httpport;
