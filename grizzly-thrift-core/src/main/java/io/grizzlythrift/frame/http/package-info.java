/**
 * HTTP/1.1 requests on a Thrift port, as values.
 *
 * <pre>
 *   HttpAssembler (frame)     finds the end of each head and of each body
 *      |  RequestHead           parses a head: method, path without its query, version, headers (100 at most, token
 *      |                        characters), Host, Expect, Transfer-Encoding, Content-Length (valuesOf); refuses
 *      |                        malformed or ambiguous heads: 400, 417, 431, 501, 505; whether it is keep-alive or
 *      |                        expects 100 Continue; its heap bytes; headers as a map
 *      |  ThriftMediaType       which content types mean a call, without their parameters (matches)
 *      |  BadRequestException   an invalid or too large request: a status and a reason
 *      v
 *   HttpEvent                 interface, three records: a Request (head and body), an Expectation (a wait for 100
 *                             Continue), or a Rejection
 * </pre>
 *
 * <p><b>Why not Grizzly's port unification.</b> {@code grizzly-portunif} and the codec of {@code grizzly-http} were
 * considered. A PUFilter must be in the chain of each connection, including framed ones, whose fast paths read and
 * write directly above the transport; and the first bytes are already known here. The codec behind it handles one
 * request at a time by suspending the chain, collects bodies outside the memory budget, and bypasses the reply queue,
 * so that timeouts, limits and drain would have to be built a second time for it. Here a request is a message like any
 * other: the same queue, budget and timeouts apply, pipelined requests run concurrently, and no optional jar is needed.
 */
package io.grizzlythrift.frame.http;
