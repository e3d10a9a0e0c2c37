/**
 * HTTP/1.1 requests on a Thrift port, as values.
 *
 * <pre>
 *   HttpAssembler (frame)     finds the end of each head and of each body
 *      |  HeadParser            parses the bytes of a head: method, path without its query, version, headers (100 at
 *      |                        most, token characters), Host, Expect, Transfer-Encoding, Content-Length; refuses
 *      |                        malformed or ambiguous heads: 400, 417, 431, 501, 505
 *      |  RequestHead           the result: whether it is keep-alive or expects 100 Continue; its heap bytes; headers as a
 *      |                        map
 *      |  ThriftMediaType       which content types mean a call (isAccepted), without their parameters, or none
 *      |  BadRequestException   an invalid or too large request: a status and a reason
 *      v
 *   HttpEvent                 interface, three records: a Request (head and body), an Expectation (a wait for 100
 *                             Continue), or a Rejection
 * </pre>
 *
 * <p><b>Why not Grizzly's codec.</b> The parser of {@code grizzly-http} 4.0.2 has no strict mode. It accepts requests
 * that other servers read differently, and runs what is smuggled behind them: Content-Length beside Transfer-Encoding,
 * two lengths, a space before the colon, folded lines, lines without CR, unknown codings, two Hosts, HTTP/2.0. Besides,
 * it handles one request of a connection at a time, outside the reply queue, the memory budget and the timeouts. Here a
 * request is a message like any other, pipelined requests run concurrently, and no optional jar is needed.
 */
package io.grizzlythrift.frame.http;
