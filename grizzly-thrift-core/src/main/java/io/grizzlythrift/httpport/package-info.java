/**
 * HTTP on a Thrift port: routes requests and sends their responses.
 *
 * <pre>
 *   ThriftServerFilter (server)   passes on the requests of a read: HttpEvent (frame.http)
 *      v
 *   HttpPort                 routes by path: calls, health (readiness of the server and the dispatcher), metrics (4
 *      |                     scrapes at a time); texts of 404, 405, 415 and readiness; rejects, counts, logs;
 *      |                     HttpConnection is an attribute
 *      |-- HttpConnection      the next place in the reply queue for each request, so responses leave in request order;
 *      |                       interim responses (100 Continue); the last response of a connection is announced once,
 *      |                       and closes it
 *      |-- HttpCall            one POST as the CallOrigin of a Dispatcher, with its own ReplyQueue: its reply without
 *      |                       the frame length becomes a response, once; 400 for an unreadable call; an empty response
 *      |                       for a oneway or dropped call
 *      |-- MetricsPage         one scrape, a CallBatch of one, which a strategy runs like a call; logs the failure of a
 *      |                       gauge
 *      v
 *   Responses                encodes status, phrase, headers (Date) and body, none for HEAD; Content: body, type and
 *                            headers
 *      v
 *   ReplyQueue (reply)       of the ServerConnection: order, limits, timeouts, one write for all ready responses
 * </pre>
 *
 * <p>Thread: the thread that reads the connection parses and routes requests, and responds unless a strategy runs the
 * call. Nothing here blocks.
 */
package io.grizzlythrift.httpport;
