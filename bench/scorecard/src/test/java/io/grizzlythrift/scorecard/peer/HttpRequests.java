package io.grizzlythrift.scorecard.peer;

import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Requests for HTTP on the Thrift port, and their responses. */
public final class HttpRequests {
    private static final Pattern LENGTH = Pattern.compile("\r\nContent-Length: (\\d+)\r\n");

    private HttpRequests() {}

    /** A response: its status and its body. */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    public record Response(int status, byte[] body) {
        public String text() {
            return new String(body, StandardCharsets.ISO_8859_1);
        }
    }

    public static byte[] get(String path) {
        return ("GET " + path + " HTTP/1.1\r\nHost: h\r\n\r\n").getBytes(StandardCharsets.ISO_8859_1);
    }

    /** Returns a POST of the message in a frame. */
    public static byte[] post(byte[] frame) {
        int length = frame.length - Integer.BYTES;
        ByteArrayOutputStream post = new ByteArrayOutputStream();
        post.writeBytes(("POST / HTTP/1.1\r\nHost: h\r\nContent-Type: application/x-thrift\r\nContent-Length: " + length
                        + "\r\n\r\n")
                .getBytes(StandardCharsets.ISO_8859_1));
        post.write(frame, Integer.BYTES, length);
        return post.toByteArray();
    }

    static Response response(DataInputStream in) throws IOException {
        StringBuilder head = new StringBuilder();
        while (head.indexOf("\r\n\r\n") < 0) {
            head.append((char) in.readUnsignedByte());
        }
        Matcher length = LENGTH.matcher(head);
        if (!length.find()) {
            throw new IOException("no length in " + head);
        }
        byte[] body = new byte[Integer.parseInt(length.group(1))];
        in.readFully(body);
        return new Response(Integer.parseInt(head.substring(9, 12)), body);
    }
}
