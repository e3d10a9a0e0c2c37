package io.grizzlythrift.internal.frame;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The request line and the headers of a valid HTTP/1 request. Immutable. */
public final class RequestHead {
    private final String method;
    private final String path;
    private final boolean isVersion11;

    /** The headers as they were received, for the few requests whose handler asks for them. */
    private final byte[] fields;

    private final String contentType;
    private final boolean hasOrigin;
    private final boolean chunked;
    private final boolean closes;
    private final boolean expectsContinue;
    private final long contentLength;
    private final int heapBytes;

    private RequestHead(HeadParser parsed, byte[] fields) {
        method = parsed.method;
        path = parsed.path;
        isVersion11 = parsed.isVersion11;
        contentType = parsed.contentType;
        hasOrigin = parsed.hasOrigin;
        chunked = parsed.isChunked;
        closes = parsed.closes;
        expectsContinue = parsed.expectsContinue;
        contentLength = parsed.contentLength;
        heapBytes = parsed.heapBytes;
        this.fields = fields;
    }

    /**
     * Parses a head.
     *
     * @param bytes from {@code from} on, the request line, the headers and an empty line; each ends with CR LF, which
     *     occur nowhere else
     * @param from the index of the first byte
     * @param to the index after the empty line
     * @return the head, which does not refer to the array
     * @throws BadRequestException if the bytes are not a valid head
     */
    public static RequestHead parse(byte[] bytes, int from, int to) throws BadRequestException {
        HeadParser parsed = new HeadParser(bytes, from, to);
        return new RequestHead(parsed, Arrays.copyOfRange(bytes, parsed.fields, to));
    }

    /**
     * {@return the heap size of the request without its body, by the rule of {@link
     * io.grizzlythrift.internal.header.HeaderMap}}
     */
    public int heapBytes() {
        return heapBytes;
    }

    /** {@return the method, such as {@code GET}} */
    public String method() {
        return method;
    }

    /** {@return the path, as it was sent, without a query} */
    public String path() {
        return path;
    }

    /** {@return the first Content-Type header; empty if there is none} */
    public String contentType() {
        return contentType;
    }

    /** {@return whether there is an Origin header, which browsers add to requests of pages of other sites} */
    public boolean hasOrigin() {
        return hasOrigin;
    }

    /** {@return whether the body arrives in chunks, each with its length} */
    public boolean isChunked() {
        return chunked;
    }

    /** {@return the length of a body that is not chunked, 0 if there is none} */
    public long contentLength() {
        return Math.max(0, contentLength);
    }

    /** {@return whether the peer waits for {@code 100 Continue} before it sends the body} */
    public boolean expectsContinue() {
        return isVersion11 && expectsContinue;
    }

    /** {@return whether the peer may send another request on the same connection} */
    public boolean isKeepAlive() {
        return isVersion11 && !closes;
    }

    /** {@return the values by name, in the order received; read-only, and names are not case-sensitive} */
    public Map<String, List<String>> headers() {
        Map<String, List<String>> map = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        for (String line : new String(fields, StandardCharsets.ISO_8859_1).split("\r\n", -1)) {
            int colon = line.indexOf(':');
            if (colon > 0) { // not an empty line at the end
                map.computeIfAbsent(line.substring(0, colon), name -> new ArrayList<>(1))
                        .add(line.substring(colon + 1).strip());
            }
        }
        map.replaceAll((name, list) -> List.copyOf(list));
        return Collections.unmodifiableMap(map);
    }
}
