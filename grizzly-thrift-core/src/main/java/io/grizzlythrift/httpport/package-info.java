/**
 * HTTP on a Thrift port: routes requests and sends their responses. The thread that reads the connection parses and
 * routes requests, and responds unless a strategy runs the call. Nothing here blocks.
 *
 * <pre>
 *   requests of a read --> HttpPort
 *                            |-- HttpCall      a call: dispatched like any other
 *                            |-- MetricsPage   a scrape: runs on a thread of its own
 *                            +-- health, 404, 405, 415: at once
 *                            v
 *                          Responses --> ReplyQueue of the connection: responses leave in the order of requests
 * </pre>
 */
package io.grizzlythrift.httpport;
