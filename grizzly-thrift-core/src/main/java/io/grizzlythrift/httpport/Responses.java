package io.grizzlythrift.httpport;

import io.grizzlythrift.frame.http.RequestHead;
import io.grizzlythrift.frame.http.ThriftMediaType;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/** Encodes responses. */
final class Responses {
    static final int OK = 200;
    static final int BAD_REQUEST = 400;
    static final int NOT_FOUND = 404;
    static final int METHOD_NOT_ALLOWED = 405;
    static final int UNSUPPORTED_MEDIA_TYPE = 415;
    static final int INTERNAL_SERVER_ERROR = 500;
    static final int SERVICE_UNAVAILABLE = 503;

    static final String TEXT = "text/plain; charset=utf-8";

    /** The text format of Prometheus. */
    static final String METRICS = "text/plain; version=0.0.4; charset=utf-8";

    static final byte[] CONTINUE = "HTTP/1.1 100 Continue\r\n\r\n".getBytes(StandardCharsets.US_ASCII);

    private static final DateTimeFormatter DATE = DateTimeFormatter.ofPattern(
                    "EEE, dd MMM yyyy HH:mm:ss 'GMT'", Locale.US)
            .withZone(ZoneOffset.UTC);

    private Responses() {}

    /** The content of a response. The body is a range of an array. */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    record Content(int status, String type, String headers, byte[] array, int offset, int length) {}

    /** Creates a plain text that must not be cached. */
    static Content text(int status, String text) {
        return text(status, TEXT, "", text);
    }

    /** Creates a text of the given type that must not be cached, with further headers, each with its line break. */
    static Content text(int status, String type, String headers, String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        String uncached = headers + "Cache-Control: no-store\r\nX-Content-Type-Options: nosniff\r\n";
        return new Content(status, type, uncached, bytes, 0, bytes.length);
    }

    /** Creates the response with the reply to a call. */
    static Content reply(byte[] array, int offset, int length) {
        return new Content(OK, ThriftMediaType.NAME, "", array, offset, length);
    }

    /**
     * Encodes a response.
     *
     * @param request the method of the request; the response to HEAD has no body
     * @param last whether the connection closes after this response
     */
    static byte[] encode(Content content, String request, boolean last) {
        byte[] head = ("HTTP/1.1 " + content.status() + ' ' + phrase(content.status()) + "\r\nDate: "
                        + DATE.format(Instant.now()) + "\r\nContent-Type: " + content.type() + "\r\nContent-Length: "
                        + content.length() + "\r\n" + content.headers() + (last ? "Connection: close\r\n" : "")
                        + "\r\n")
                .getBytes(StandardCharsets.US_ASCII);
        int body = request.equals("HEAD") ? 0 : content.length();
        byte[] response = new byte[head.length + body];
        System.arraycopy(head, 0, response, 0, head.length);
        System.arraycopy(content.array(), content.offset(), response, head.length, body);
        return response;
    }

    /** {@return whether the method of a request is GET or HEAD} */
    static boolean reads(RequestHead head) {
        return head.method().equals("GET") || head.method().equals("HEAD");
    }

    private static String phrase(int status) {
        return switch (status) {
            case OK -> "OK";
            case BAD_REQUEST -> "Bad Request";
            case NOT_FOUND -> "Not Found";
            case METHOD_NOT_ALLOWED -> "Method Not Allowed";
            case 413 -> "Content Too Large";
            case UNSUPPORTED_MEDIA_TYPE -> "Unsupported Media Type";
            case 417 -> "Expectation Failed";
            case 431 -> "Request Header Fields Too Large";
            case INTERNAL_SERVER_ERROR -> "Internal Server Error";
            case 501 -> "Not Implemented";
            case SERVICE_UNAVAILABLE -> "Service Unavailable";
            case 505 -> "HTTP Version Not Supported";
            default -> "Error";
        };
    }
}
