package io.grizzlythrift.internal.connection;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import io.grizzlythrift.server.ThriftServer;
import io.grizzlythrift.test.everything.ClientKind;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.util.Locale;
import javax.net.SocketFactory;

/** A socket on which tests write requests by hand. Every read has a timeout. */
final class HttpSocket implements AutoCloseable {
    private static final String LENGTH = "content-length: ";

    private final Socket socket;
    private final InputStream in;

    HttpSocket(ThriftServer server) throws IOException {
        this(server, SocketFactory.getDefault());
    }

    HttpSocket(ThriftServer server, SocketFactory factory) throws IOException {
        socket = factory.createSocket(InetAddress.getLoopbackAddress(), server.port());
        socket.setTcpNoDelay(true);
        socket.setSoTimeout(ClientKind.TIMEOUT_MILLIS);
        in = new BufferedInputStream(socket.getInputStream());
    }

    /** A response: the status line with the headers, and the body. */
    @SuppressWarnings("ArrayRecordComponent") // responses are never compared
    record Response(String head, byte[] body) {
        int status() {
            return Integer.parseInt(head.substring(9, 12));
        }

        String text() {
            return new String(body, ISO_8859_1);
        }

        boolean closes() {
            return head.contains("\r\nConnection: close\r\n");
        }
    }

    static byte[] get(String path) {
        return ("GET " + path + " HTTP/1.1\r\nHost: localhost\r\n\r\n").getBytes(ISO_8859_1);
    }

    static byte[] post(byte[] message, String... more) {
        ByteArrayOutputStream post = new ByteArrayOutputStream();
        post.writeBytes(("POST / HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/x-thrift\r\nContent-Length: "
                        + message.length + "\r\n" + (more.length == 0 ? "" : String.join("\r\n", more) + "\r\n")
                        + "\r\n")
                .getBytes(ISO_8859_1));
        post.writeBytes(message);
        return post.toByteArray();
    }

    HttpSocket send(byte[] bytes) throws IOException {
        socket.getOutputStream().write(bytes);
        return this;
    }

    HttpSocket send(String text) throws IOException {
        return send(text.getBytes(ISO_8859_1));
    }

    /** Ends the output. The responses to what was sent can still be read. */
    void shutdownOutput() throws IOException {
        socket.shutdownOutput();
    }

    Response read() throws IOException {
        StringBuilder head = new StringBuilder();
        while (head.indexOf("\r\n\r\n") < 0) {
            int next = in.read();
            if (next < 0) {
                throw new IOException("the end of the stream behind '" + head + "'");
            }
            head.append((char) next);
        }
        String lower = head.toString().toLowerCase(Locale.ROOT);
        int at = lower.indexOf(LENGTH);
        int length = at < 0 ? 0 : Integer.parseInt(lower.substring(at + LENGTH.length(), lower.indexOf('\r', at)));
        return new Response(head.toString(), in.readNBytes(length));
    }

    byte[] readBytes(int count) throws IOException {
        return in.readNBytes(count);
    }

    /** Waits until the server closes the connection. Fails if it sends anything, or keeps it open. */
    void assertClosedByServer() throws IOException {
        try {
            int next = in.read();
            if (next >= 0) {
                throw new AssertionError("the server sent " + next + " instead of closing the connection");
            }
        } catch (SocketException e) {
            return; // reset
        }
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
