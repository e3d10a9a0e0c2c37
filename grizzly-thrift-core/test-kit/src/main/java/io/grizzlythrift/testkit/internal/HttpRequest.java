package io.grizzlythrift.testkit.internal;

import io.grizzlythrift.frame.Dialect;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Reads a call over HTTP/1.1: a POST request whose body is a message, with a length or in chunks. */
final class HttpRequest {
    private static final int MAX_LINE = 64 * 1024;
    private static final int HEX = 16;

    private HttpRequest() {}

    static WireMessage read(DataInputStream in, int maxBytes) throws IOException {
        String request = line(in);
        if (!request.startsWith("POST ")) {
            throw new MalformedInputException(
                    "the HTTP request '" + request + "' is not a call, which is a POST", null);
        }
        Map<String, String> headers = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        for (String line = line(in); !line.isEmpty(); line = line(in)) {
            int colon = line.indexOf(':');
            if (colon > 0) {
                headers.put(line.substring(0, colon), line.substring(colon + 1).strip());
            }
        }
        byte[] body = "chunked".equalsIgnoreCase(headers.get("Transfer-Encoding"))
                ? chunks(in, maxBytes)
                : bytes(in, size(headers.getOrDefault("Content-Length", "0"), 10, maxBytes));
        return new WireMessage(Dialect.HTTP, WireReader.protocolOf(body), body, headers, Optional.empty());
    }

    private static byte[] chunks(DataInputStream in, int maxBytes) throws IOException {
        ByteArrayOutputStream body = new ByteArrayOutputStream();
        while (true) {
            int size = size(line(in).replaceFirst(";.*", ""), HEX, maxBytes - body.size());
            if (size == 0) {
                while (!line(in).isEmpty()) {
                    // a trailer
                }
                return body.toByteArray();
            }
            body.write(bytes(in, size));
            line(in);
        }
    }

    private static int size(String text, int radix, int max) throws MalformedInputException {
        try {
            int size = Integer.parseInt(text.strip(), radix);
            if (size < 0 || size > max) {
                throw new MalformedInputException(
                        "the body of a request has " + size + " bytes, must have 0 to " + max, null);
            }
            return size;
        } catch (NumberFormatException e) {
            throw new MalformedInputException("the size '" + text + "' of the body of a request is not a number", e);
        }
    }

    private static byte[] bytes(DataInputStream in, int count) throws IOException {
        byte[] bytes = in.readNBytes(count);
        if (bytes.length < count) {
            throw new EOFException("the stream ended within the body of a request");
        }
        return bytes;
    }

    private static String line(DataInputStream in) throws IOException {
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        for (byte next = in.readByte(); next != '\n'; next = in.readByte()) {
            if (line.size() == MAX_LINE) {
                throw new MalformedInputException("a line of a request has more than " + MAX_LINE + " bytes", null);
            }
            line.write(next);
        }
        return line.toString(StandardCharsets.ISO_8859_1).replaceFirst("\r$", "");
    }
}
