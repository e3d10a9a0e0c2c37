package io.grizzlythrift.testkit;

import java.nio.charset.StandardCharsets;
import org.apache.thrift.TConfiguration;
import org.apache.thrift.transport.TEndpointTransport;
import org.apache.thrift.transport.TMemoryBuffer;
import org.apache.thrift.transport.TTransport;
import org.apache.thrift.transport.TTransportException;

/** Sends each message as an HTTP request, in two chunks, and reads the body of the response. */
final class PostTransport extends TEndpointTransport {
    private final TTransport socket;
    private TMemoryBuffer request = new TMemoryBuffer(64);
    private int left;

    PostTransport(TTransport socket) throws TTransportException {
        super(configuration());
        this.socket = socket;
    }

    private static TConfiguration configuration() {
        return new TConfiguration();
    }

    @Override
    public boolean isOpen() {
        return socket.isOpen();
    }

    @Override
    public void open() throws TTransportException {
        socket.open();
    }

    @Override
    public void close() {
        socket.close();
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws TTransportException {
        request.write(bytes, offset, length);
    }

    @Override
    public void flush() throws TTransportException {
        int first = Math.min(3, request.length());
        text(String.join(
                "\r\n",
                "POST /shop HTTP/1.1",
                "Host: localhost",
                "Content-Type: application/x-thrift",
                "x-tenant: blue",
                "Transfer-Encoding: chunked",
                "",
                ""));
        chunk(0, first);
        chunk(first, request.length() - first);
        text("0\r\n\r\n");
        socket.flush();
        request = new TMemoryBuffer(64);
    }

    private void chunk(int offset, int length) throws TTransportException {
        text(Integer.toHexString(length) + "\r\n");
        socket.write(request.getArray(), offset, length);
        text("\r\n");
    }

    private void text(String text) throws TTransportException {
        socket.write(text.getBytes(StandardCharsets.US_ASCII));
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws TTransportException {
        if (left == 0) {
            String head = head();
            left = Integer.parseInt(head.replaceAll("(?s).*Content-Length: (\\d+).*", "$1"));
        }
        int count = socket.read(bytes, offset, Math.min(length, left));
        left -= count;
        return count;
    }

    private String head() throws TTransportException {
        StringBuilder head = new StringBuilder();
        byte[] next = new byte[1];
        while (head.indexOf("\r\n\r\n") < 0) {
            socket.readAll(next, 0, 1);
            head.append((char) next[0]);
        }
        return head.toString();
    }

    @Override
    public void updateKnownMessageSize(long size) {}

    @Override
    public void checkReadBytesAvailable(long bytes) {}
}
