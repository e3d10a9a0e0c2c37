/**
 * HTTP on a Thrift port: routes requests and sends their responses.
 *
 * <pre>
 *   ThriftServerFilter (server)   passes on the requests of a read: HttpEvent (frame.http)
 *      v
 *   HttpPort                 routes by path: calls, health (readiness of the server and the dispatcher),
 *      |                     metrics (4 scrapes at a time); submits the calls of a read (RequestBatch, nested); texts of
 *      |                     404, 405, 415 and readiness; rejects, counts (413 and 431: a limit), logs; HttpConnection is
 *      |                     an attribute
 *      |-- HttpConnection      the next places in the reply queue for the requests of a read (accept), so responses
 *      |                       leave in request order; send: delivers a response; interim ones (100 Continue); the last
 *      |                       one of a connection, in a drain or near its maximum age, is announced once, and closes it
 *      |-- ResponseRun         responses of the reading thread to consecutive requests, delivered together
 *      |-- HttpCall            one POST as the CallOrigin of a Dispatcher, with its own ReplyQueue, and its writer: its
 *      |                       reply without the frame length becomes a response, once (responded); 400 for an
 *      |                       unreadable call; an empty response for a oneway or dropped call, in flight in the
 *      |                       connection's queue until it ends; the rest is left to the ServerConnection. Corresponds
 *      |                       to MessageCall (exchange)
 *      |-- MetricsPage         one scrape, a CallBatch of one, which a strategy runs like a call; logs the failure of a
 *      |                       gauge (500); 503 if rejected
 *      v
 *   Responses                encodes status, phrase, headers (DateHeader) and body, none for HEAD; constants of statuses
 *                            and types; whether a request reads (GET, HEAD); Content: body, type and headers
 *      v
 *   ReplyQueue (reply)       of the ServerConnection: order, limits, timeouts, one write for all ready responses
 * </pre>
 *
 * <p>Thread: the thread that reads the connection parses and routes requests, and responds unless a strategy runs the
 * call. Nothing here blocks.
 */
package io.grizzlythrift.httpport;
