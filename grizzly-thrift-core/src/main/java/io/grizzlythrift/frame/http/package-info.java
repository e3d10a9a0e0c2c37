/**
 * HTTP/1.1 requests on a Thrift port, as values. A request that is malformed or ambiguous is refused with a status, so
 * that nothing can be smuggled behind it.
 *
 * <pre>
 *   HttpAssembler (frame) --> HeadParser --> RequestHead --> HttpEvent: a request, an expectation, or a rejection
 * </pre>
 */
package io.grizzlythrift.frame.http;
