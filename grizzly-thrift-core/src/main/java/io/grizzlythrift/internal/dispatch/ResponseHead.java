package io.grizzlythrift.internal.dispatch;

import io.grizzlythrift.internal.frame.ThriftMediaType;
import java.util.List;

/**
 * What a response of HTTP says about its body.
 *
 * @param status the status
 * @param contentType the media type of the body
 * @param headers further headers, of printable ASCII
 */
public record ResponseHead(int status, String contentType, List<Header> headers) {
    /** The head of a response whose body is a message of Thrift. */
    public static final ResponseHead THRIFT = new ResponseHead(200, ThriftMediaType.NAME, List.of());

    /** A header of a response. */
    public record Header(String name, String value) {}
}
