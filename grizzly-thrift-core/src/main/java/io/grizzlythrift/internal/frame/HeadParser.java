package io.grizzlythrift.internal.frame;

import io.grizzlythrift.internal.header.HeaderMap;
import java.nio.charset.StandardCharsets;

/**
 * Parses the bytes of one head (RFC 9112), in one pass. Strict where servers that read a request differently could be
 * played off against each other (request smuggling): at most one length of the body, no folded lines, no space before a
 * colon, only digits in a Content-Length. Grizzly's parser is not: facts.md#the-http-parser-is-lenient.
 */
public final class HeadParser {
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

    private static final String INVALID_REQUEST_LINE = "the request line is invalid";

    /** The characters of a token, such as a method or the name of a header. */
    private static final boolean[] TOKEN = new boolean[256];

    /** The characters of the value of a header. */
    private static final boolean[] VALUE = new boolean[256];

    static {
        for (char c = '!'; c < 0x7f; c++) {
            TOKEN[c] = Character.isLetterOrDigit(c) || "!#$%&'*+-.^_`|~".indexOf(c) >= 0;
        }
        for (int c = 0; c < VALUE.length; c++) {
            VALUE[c] = c == '\t' || (c >= ' ' && c != 0x7f);
        }
    }

    private final byte[] bytes;
    private final int end;
    private int at;

    String method;
    String path;
    boolean isVersion11;

    /** The index of the first header. */
    int fields;

    /** The first Content-Type; empty if there is none. */
    String contentType = "";

    boolean hasOrigin;
    boolean isChunked;
    boolean closes;
    boolean expectsContinue;

    /** -1 if there is none. */
    long contentLength = -1;

    /** As {@link RequestHead#heapBytes()}. */
    int heapBytes = REQUEST_BYTES;

    private int hosts;
    private boolean hasUnknownCoding;
    private int codings;
    private boolean hasUnknownExpectation;
    private boolean hasInvalidLength;

    /**
     * Parses a head.
     *
     * @param bytes from {@code from} on, the request line, the headers and an empty line; each ends with CR LF, which
     *     occur nowhere else
     * @param to the index after the empty line
     */
    HeadParser(byte[] bytes, int from, int to) throws BadRequestException {
        this.bytes = bytes;
        at = from;
        end = to - 2;
        parseRequestLine();
        fields = at;
        for (int headers = 0; at < end; headers++) {
            if (headers == MAX_HEADERS) {
                throw new BadRequestException(HEAD_TOO_LARGE, "the request has more than " + MAX_HEADERS + " headers");
            }
            parseHeader();
        }
        check();
    }

    private void parseRequestLine() throws BadRequestException {
        int begin = at;
        while (TOKEN[bytes[at] & 0xff]) {
            at++;
        }
        method = methodOf(begin);
        require(at > begin && bytes[at] == ' ');
        at++;
        int target = at;
        while (bytes[at] > ' ' && bytes[at] < 0x7f) {
            at++;
        }
        require(at > target && bytes[at] == ' ');
        path = pathOf(target, at);
        heapBytes += path.length();
        at++;
        int version = at;
        at = endOfLine(at);
        isVersion11 = isText(version, at, "HTTP/1.1");
        if (!isVersion11 && !isText(version, at, "HTTP/1.0")) {
            require(text(version, at).indexOf(' ') < 0);
            throw new BadRequestException(VERSION_NOT_SUPPORTED, "the version is neither HTTP/1.1 nor HTTP/1.0");
        }
        at += 2;
    }

    private static void require(boolean valid) throws BadRequestException {
        if (!valid) {
            throw new BadRequestException(BAD_REQUEST, INVALID_REQUEST_LINE);
        }
    }

    /** Returns the token from {@code begin} to here. The usual methods need no new text. */
    private String methodOf(int begin) {
        if (isText(begin, at, "POST")) {
            return "POST";
        }
        return isText(begin, at, "GET") ? "GET" : text(begin, at);
    }

    /** Returns the path of a request target, which may be an absolute URI, without the query. */
    private String pathOf(int from, int to) {
        String target = text(from, to);
        int scheme = target.startsWith("/") ? -1 : target.indexOf("://");
        int start = scheme < 0 ? 0 : target.indexOf('/', scheme + 3);
        if (start < 0) {
            return "/";
        }
        int query = target.indexOf('?', start);
        return target.substring(start, query < 0 ? target.length() : query);
    }

    private int endOfLine(int from) {
        int index = from;
        while (bytes[index] != '\r') {
            index++;
        }
        return index;
    }

    private void parseHeader() throws BadRequestException {
        int name = at;
        while (TOKEN[bytes[at] & 0xff]) {
            at++;
        }
        int colon = at;
        if (colon == name || bytes[colon] != ':') {
            throw new BadRequestException(BAD_REQUEST, "a header is invalid");
        }
        at++;
        while (isSpace(bytes[at])) {
            at++;
        }
        int value = at;
        while (VALUE[bytes[at] & 0xff]) {
            at++;
        }
        if (bytes[at] != '\r') {
            throw new BadRequestException(BAD_REQUEST, "a header is invalid");
        }
        int last = at;
        while (last > value && isSpace(bytes[last - 1])) {
            last--;
        }
        at += 2;
        heapBytes += HeaderMap.PAIR_BYTES + colon - name + last - value;
        note(name, colon, value, last);
    }

    private static boolean isSpace(byte character) {
        return character == ' ' || character == '\t';
    }

    /** Notes a header that has a meaning here. Their names differ in length, except for two. */
    private void note(int name, int colon, int value, int last) {
        switch (colon - name) {
            case 4 -> {
                if (isName(name, colon, "host")) {
                    hosts++;
                }
            }
            case 6 -> {
                if (isName(name, colon, "expect")) {
                    expectsContinue = true;
                    hasUnknownExpectation |= !isName(value, last, "100-continue");
                } else if (isName(name, colon, "origin")) {
                    hasOrigin = true;
                }
            }
            case 10 -> {
                if (isName(name, colon, "connection")) {
                    noteConnection(text(value, last));
                }
            }
            case 12 -> {
                if (contentType.isEmpty() && isName(name, colon, "content-type")) {
                    contentType = text(value, last);
                }
            }
            case 14 -> {
                if (isName(name, colon, "content-length")) {
                    hasInvalidLength |= contentLength >= 0 || !isLength(value, last);
                    contentLength = hasInvalidLength ? 0 : lengthOf(value, last);
                }
            }
            case 17 -> {
                if (isName(name, colon, "transfer-encoding")) {
                    codings++;
                    hasUnknownCoding |= !isName(value, last, "chunked");
                }
            }
            default -> {}
        }
    }

    private void noteConnection(String options) {
        for (String option : options.split(",", -1)) {
            closes |= option.strip().equalsIgnoreCase("close");
        }
    }

    private boolean isLength(int from, int to) {
        for (int index = from; index < to; index++) {
            if (bytes[index] < '0' || bytes[index] > '9') {
                return false;
            }
        }
        return to > from && to - from <= MAX_LENGTH_DIGITS;
    }

    private long lengthOf(int from, int to) {
        long length = 0;
        for (int index = from; index < to; index++) {
            length = 10 * length + bytes[index] - '0';
        }
        return length;
    }

    /** Checks what depends on several headers. */
    private void check() throws BadRequestException {
        if (isVersion11 && hosts != 1) {
            throw new BadRequestException(BAD_REQUEST, "there must be one header Host");
        }
        isChunked = codings > 0;
        if (isChunked && !isVersion11) {
            throw new BadRequestException(BAD_REQUEST, "HTTP/1.0 has no Transfer-Encoding");
        }
        if (codings > 1 || hasUnknownCoding) {
            throw new BadRequestException(NOT_IMPLEMENTED, "the only known Transfer-Encoding is chunked");
        }
        if (hasInvalidLength) {
            throw new BadRequestException(BAD_REQUEST, "the Content-Length is invalid");
        }
        if (isChunked && contentLength >= 0) {
            throw new BadRequestException(BAD_REQUEST, "there are both Transfer-Encoding and Content-Length");
        }
        if (isVersion11 && hasUnknownExpectation) {
            throw new BadRequestException(EXPECTATION_FAILED, "the only known expectation is 100-continue");
        }
    }

    private boolean isText(int from, int to, String text) {
        if (to - from != text.length()) {
            return false;
        }
        for (int i = 0; i < text.length(); i++) {
            if (bytes[from + i] != text.charAt(i)) {
                return false;
            }
        }
        return true;
    }

    /** @param name in lower case; without CR, which differs from '-' in one bit */
    private boolean isName(int from, int to, String name) {
        if (to - from != name.length()) {
            return false;
        }
        for (int i = 0; i < name.length(); i++) {
            if ((bytes[from + i] | 0x20) != name.charAt(i)) {
                return false;
            }
        }
        return true;
    }

    private String text(int from, int to) {
        return new String(bytes, from, to - from, StandardCharsets.ISO_8859_1);
    }
}
