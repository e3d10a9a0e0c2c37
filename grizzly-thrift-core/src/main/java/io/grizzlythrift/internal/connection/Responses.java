package io.grizzlythrift.internal.connection;

import io.grizzlythrift.internal.dispatch.ResponseHead;
import io.grizzlythrift.internal.frame.RequestHead;
import io.grizzlythrift.internal.security.CallDenial;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.concurrent.TimeUnit;

/** Encodes responses. Thread-safe. */
final class Responses {
    static final int OK = 200;
    static final int BAD_REQUEST = 400;
    static final int FORBIDDEN = 403;
    static final int NOT_FOUND = 404;
    static final int METHOD_NOT_ALLOWED = 405;
    static final int UNSUPPORTED_MEDIA_TYPE = 415;
    static final int INTERNAL_SERVER_ERROR = 500;
    static final int SERVICE_UNAVAILABLE = 503;

    static final String TEXT = "text/plain; charset=utf-8";

    /** The text format of Prometheus. */
    static final String METRICS = "text/plain; version=0.0.4; charset=utf-8";

    static final byte[] CONTINUE = ascii("HTTP/1.1 100 Continue\r\n\r\n");

    private static final byte[] CLOSE = ascii("Connection: close\r\n\r\n");
    private static final byte[] END = ascii("\r\n");

    private static final DateTimeFormatter DATE = DateTimeFormatter.ofPattern(
                    "'Date: 'EEE, dd MMM yyyy HH:mm:ss 'GMT'\r\n", Locale.US)
            .withZone(ZoneOffset.UTC);

    /** The latest date. A data race is harmless: each thread replaces a date that is not of the current second. */
    private static volatile DateHeader date = DateHeader.of(0);

    private Responses() {}

    /**
     * The content of a response.
     *
     * @param head its status line and its headers, except those that depend on the connection and on the time
     * @param array contains its body
     * @param offset the index of the first byte of the body
     * @param length the length of the body
     */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    record Content(byte[] head, byte[] array, int offset, int length) {}

    /** The header with the date, and the second for which it is valid. */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    private record DateHeader(long second, byte[] bytes) {
        static DateHeader of(long second) {
            return new DateHeader(second, ascii(DATE.format(Instant.ofEpochSecond(second))));
        }
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    /** Creates a plain text that must not be cached. */
    static Content text(int status, String text) {
        return text(status, TEXT, "", text);
    }

    /** Creates a text of the given type that must not be cached, with further headers, each with its line break. */
    static Content text(int status, String type, String headers, String text) {
        return of(status, type, headers + "Cache-Control: no-store\r\nX-Content-Type-Options: nosniff\r\n", text);
    }

    /** Creates a text with all its headers, each with its line break. */
    static Content of(int status, String type, String headers, String text) {
        return of(status, type, headers, text.getBytes(StandardCharsets.UTF_8));
    }

    /** Creates a response with all its headers, each with its line break. */
    static Content of(int status, String type, String headers, byte[] body) {
        return new Content(head(status, type, body.length, headers), body, 0, body.length);
    }

    /** Creates the response to a client that has the newest version, with headers, each with its line break. */
    static Content notModified(String headers) {
        return new Content(ascii("HTTP/1.1 304 Not Modified\r\n" + headers), new byte[0], 0, 0);
    }

    /** Creates the response to a call that its caller must not make. */
    static Content denial(CallDenial denial) {
        StringBuilder challenges = new StringBuilder();
        for (String challenge : denial.challenges()) {
            challenges.append("WWW-Authenticate: ").append(challenge).append("\r\n");
        }
        return text(denial.httpStatus(), TEXT, challenges.toString(), denial.text() + "\n");
    }

    /** Creates the response with the reply to a call. */
    static Content of(ResponseHead head, byte[] array, int offset, int length) {
        StringBuilder headers = new StringBuilder();
        for (ResponseHead.Header header : head.headers()) {
            headers.append(header.name()).append(": ").append(header.value()).append("\r\n");
        }
        return new Content(head(head.status(), head.contentType(), length, headers.toString()), array, offset, length);
    }

    private static byte[] head(int status, String type, int length, String headers) {
        return ascii("HTTP/1.1 " + status + ' ' + phrase(status) + "\r\nContent-Type: " + type + "\r\nContent-Length: "
                + length + "\r\n" + headers);
    }

    /**
     * Encodes a response.
     *
     * @param request the method of the request; the response to HEAD has no body
     * @param last whether the connection closes after this response
     */
    static byte[] encode(Content content, String request, boolean last) {
        byte[] response = new byte[size(content, request, last)];
        encode(content, request, last, response, 0);
        return response;
    }

    /** Returns the number of bytes that a response takes. */
    static int size(Content content, String request, boolean last) {
        return content.head().length + date.bytes().length + end(last).length + bodyLength(content, request);
    }

    /**
     * Encodes a response into an array that has room for it.
     *
     * @return the index after the response
     */
    static int encode(Content content, String request, boolean last, byte[] into, int at) {
        int next = append(content.head(), into, at);
        next = append(dateNow(), into, next); // as long as every other date
        next = append(end(last), into, next);
        int body = bodyLength(content, request);
        System.arraycopy(content.array(), content.offset(), into, next, body);
        return next + body;
    }

    private static byte[] end(boolean last) {
        return last ? CLOSE : END;
    }

    private static int bodyLength(Content content, String request) {
        return request.equals("HEAD") ? 0 : content.length();
    }

    private static int append(byte[] bytes, byte[] into, int at) {
        System.arraycopy(bytes, 0, into, at, bytes.length);
        return at + bytes.length;
    }

    private static byte[] dateNow() {
        long second = TimeUnit.MILLISECONDS.toSeconds(System.currentTimeMillis());
        DateHeader known = date;
        if (known.second() != second) {
            known = DateHeader.of(second);
            date = known;
        }
        return known.bytes();
    }

    /** {@return whether the method of a request is GET or HEAD} */
    static boolean reads(RequestHead head) {
        return head.method().equals("GET") || head.method().equals("HEAD");
    }

    private static String phrase(int status) {
        return switch (status) {
            case OK -> "OK";
            case 202 -> "Accepted";
            case BAD_REQUEST -> "Bad Request";
            case 308 -> "Permanent Redirect";
            case 401 -> "Unauthorized";
            case FORBIDDEN -> "Forbidden";
            case NOT_FOUND -> "Not Found";
            case METHOD_NOT_ALLOWED -> "Method Not Allowed";
            case 413 -> "Content Too Large";
            case UNSUPPORTED_MEDIA_TYPE -> "Unsupported Media Type";
            case 417 -> "Expectation Failed";
            case 422 -> "Unprocessable Content";
            case 429 -> "Too Many Requests";
            case 431 -> "Request Header Fields Too Large";
            case INTERNAL_SERVER_ERROR -> "Internal Server Error";
            case 501 -> "Not Implemented";
            case SERVICE_UNAVAILABLE -> "Service Unavailable";
            case 505 -> "HTTP Version Not Supported";
            default -> "Error";
        };
    }
}
