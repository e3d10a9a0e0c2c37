package io.grizzlythrift.frame.http;

import io.grizzlythrift.header.HeaderMap;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The request line and the headers of an HTTP/1 request (RFC 9112). Immutable.
 *
 * <p>Strict where differences between servers could be exploited (request smuggling): at most one length of the body,
 * no folded lines, no space before a colon, only digits in a Content-Length.
 */
public final class RequestHead {
    /** Far more than clients send. Limited because each header occupies more memory than its bytes. */
    private static final int MAX_HEADERS = 100;

    /** Heap size of a request without its headers and its body, until its response has been sent. */
    private static final int REQUEST_BYTES = 1024;

    private static final int HEAD_TOO_LARGE = 431;
    private static final int BAD_REQUEST = 400;
    private static final int EXPECTATION_FAILED = 417;
    private static final int NOT_IMPLEMENTED = 501;
    private static final int VERSION_NOT_SUPPORTED = 505;

    /** More digits than any accepted length has, but few enough not to overflow a long. */
    private static final int MAX_LENGTH_DIGITS = 18;

    private static final String TOKEN_MARKS = "!#$%&'*+-.^_`|~";

    private final String method;
    private final String path;
    private final boolean isVersion11;
    private final List<String> names = new ArrayList<>();
    private final List<String> values = new ArrayList<>();
    private final boolean chunked;
    private final long contentLength;

    private RequestHead(String[] lines) throws BadRequestException {
        String[] words = lines[0].split(" ", -1);
        if (words.length != 3 || !isToken(words[0]) || !isVisible(words[1])) {
            throw new BadRequestException(BAD_REQUEST, "the request line is invalid");
        }
        if (!words[2].equals("HTTP/1.1") && !words[2].equals("HTTP/1.0")) {
            throw new BadRequestException(VERSION_NOT_SUPPORTED, "the version is neither HTTP/1.1 nor HTTP/1.0");
        }
        method = words[0];
        path = pathOf(words[1]);
        isVersion11 = words[2].equals("HTTP/1.1");
        if (lines.length - 1 > MAX_HEADERS) {
            throw new BadRequestException(HEAD_TOO_LARGE, "the request has more than " + MAX_HEADERS + " headers");
        }
        for (int i = 1; i < lines.length; i++) {
            addHeader(lines[i]);
        }
        if (isVersion11 && valuesOf("Host").size() != 1) {
            throw new BadRequestException(BAD_REQUEST, "there must be one header Host");
        }
        chunked = readTransferEncoding();
        contentLength = readContentLength();
        if (chunked && contentLength >= 0) {
            throw new BadRequestException(BAD_REQUEST, "there are both Transfer-Encoding and Content-Length");
        }
        for (String expectation : valuesOf("Expect")) {
            if (isVersion11 && !expectation.equalsIgnoreCase("100-continue")) {
                throw new BadRequestException(EXPECTATION_FAILED, "the only known expectation is 100-continue");
            }
        }
    }

    /**
     * Parses a head.
     *
     * @param bytes begin with the request line and end with the empty line; each line ends with CR LF
     * @param length the number of bytes
     * @return the head
     * @throws BadRequestException if the bytes are not a valid head
     */
    public static RequestHead parse(byte[] bytes, int length) throws BadRequestException {
        String text = new String(bytes, 0, length, StandardCharsets.ISO_8859_1);
        return new RequestHead(text.split("\r\n"));
    }

    private void addHeader(String line) throws BadRequestException {
        int colon = line.indexOf(':');
        String name = colon < 0 ? "" : line.substring(0, colon);
        String value = line.substring(colon + 1);
        if (!isToken(name) || !value.chars().allMatch(c -> c == '\t' || (c >= ' ' && c != 0x7f))) {
            throw new BadRequestException(BAD_REQUEST, "a header is invalid");
        }
        names.add(name);
        values.add(value.strip());
    }

    private boolean readTransferEncoding() throws BadRequestException {
        List<String> codings = valuesOf("Transfer-Encoding");
        if (codings.isEmpty()) {
            return false;
        }
        if (!isVersion11) {
            throw new BadRequestException(BAD_REQUEST, "HTTP/1.0 has no Transfer-Encoding");
        }
        if (codings.size() != 1 || !codings.get(0).equalsIgnoreCase("chunked")) {
            throw new BadRequestException(NOT_IMPLEMENTED, "the only known Transfer-Encoding is chunked");
        }
        return true;
    }

    private long readContentLength() throws BadRequestException {
        List<String> lengths = valuesOf("Content-Length");
        if (lengths.isEmpty()) {
            return -1;
        }
        String digits = lengths.get(0);
        if (lengths.size() != 1
                || digits.isEmpty()
                || digits.length() > MAX_LENGTH_DIGITS
                || !digits.chars().allMatch(c -> c >= '0' && c <= '9')) {
            throw new BadRequestException(BAD_REQUEST, "the Content-Length is invalid");
        }
        return Long.parseLong(digits);
    }

    /** Returns the path of a request target, which may be an absolute URI, without the query. */
    private static String pathOf(String target) {
        int scheme = target.indexOf("://");
        int start = target.startsWith("/") || scheme < 0 ? 0 : target.indexOf('/', scheme + 3);
        if (start < 0) {
            return "/";
        }
        int query = target.indexOf('?', start);
        return target.substring(start, query < 0 ? target.length() : query);
    }

    private static boolean isToken(String text) {
        return !text.isEmpty()
                && text.chars()
                        .allMatch(c -> (c >= '0' && c <= '9')
                                || (c >= 'a' && c <= 'z')
                                || (c >= 'A' && c <= 'Z')
                                || TOKEN_MARKS.indexOf(c) >= 0);
    }

    private static boolean isVisible(String text) {
        return !text.isEmpty() && text.chars().allMatch(c -> c > ' ' && c < 0x7f);
    }

    private List<String> valuesOf(String name) {
        List<String> found = new ArrayList<>(1);
        for (int i = 0; i < names.size(); i++) {
            if (names.get(i).equalsIgnoreCase(name)) {
                found.add(values.get(i));
            }
        }
        return found;
    }

    /** {@return the heap size of the request without its body, by the rule of {@link HeaderMap}} */
    public int heapBytes() {
        int bytes = REQUEST_BYTES + path.length();
        for (int i = 0; i < names.size(); i++) {
            bytes +=
                    HeaderMap.PAIR_BYTES + names.get(i).length() + values.get(i).length();
        }
        return bytes;
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
        List<String> types = valuesOf("Content-Type");
        return types.isEmpty() ? "" : types.get(0);
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
        return isVersion11 && !valuesOf("Expect").isEmpty();
    }

    /** {@return whether the peer may send another request on the same connection} */
    public boolean isKeepAlive() {
        return isVersion11
                && valuesOf("Connection").stream()
                        .flatMap(value -> List.of(value.split(",")).stream())
                        .noneMatch(option -> option.strip().equalsIgnoreCase("close"));
    }

    /** {@return the values by name, in the order received; read-only, and names are not case-sensitive} */
    public Map<String, List<String>> headers() {
        Map<String, List<String>> map = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        for (int i = 0; i < names.size(); i++) {
            map.computeIfAbsent(names.get(i), name -> new ArrayList<>(1)).add(values.get(i));
        }
        map.replaceAll((name, list) -> List.copyOf(list));
        return Collections.unmodifiableMap(map);
    }
}
