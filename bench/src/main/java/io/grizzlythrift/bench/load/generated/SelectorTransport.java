package io.grizzlythrift.bench.load.generated;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedSelectorException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import org.apache.thrift.TConfiguration;
import org.apache.thrift.transport.TEndpointTransport;
import org.apache.thrift.transport.TTransportException;

/**
 * A blocking transport over a channel that does not block: waits with a selector, as a caller on Grizzly's channels must. Shows
 * what that costs: it has no time-out, and does nothing else. For one thread at a time.
 */
final class SelectorTransport extends TEndpointTransport {
    /** The size in bytes of each of the two buffers: 10,000 connections take 320 MB outside of the heap. */
    private static final int BUFFER_BYTES = 16 * 1024;

    private final InetSocketAddress server;
    private final ByteBuffer input = ByteBuffer.allocateDirect(BUFFER_BYTES).flip();
    private final ByteBuffer output = ByteBuffer.allocateDirect(BUFFER_BYTES);
    private SocketChannel channel;
    private Selector selector;

    SelectorTransport(TConfiguration configuration, InetSocketAddress server) throws TTransportException {
        super(configuration);
        this.server = server;
    }

    @Override
    public void open() throws TTransportException {
        try {
            channel = SocketChannel.open(server);
            channel.configureBlocking(false);
            channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
            selector = Selector.open();
            channel.register(selector, SelectionKey.OP_READ);
        } catch (IOException failed) {
            close();
            throw new TTransportException(TTransportException.NOT_OPEN, failed);
        }
    }

    @Override
    public boolean isOpen() {
        return channel != null && channel.isOpen();
    }

    @Override
    public int read(byte[] target, int offset, int length) throws TTransportException {
        if (!input.hasRemaining()) {
            fill();
        }
        int count = Math.min(length, input.remaining());
        input.get(target, offset, count);
        return count;
    }

    private void fill() throws TTransportException {
        input.clear();
        try {
            int count = 0;
            while (count == 0) {
                selector.select(key -> {});
                count = channel.read(input);
            }
            if (count < 0) {
                throw new TTransportException(TTransportException.END_OF_FILE, "the server has closed the connection");
            }
        } catch (IOException | ClosedSelectorException failed) { // the latter if another thread closes the transport
            throw new TTransportException(failed);
        } finally {
            input.flip();
        }
    }

    @Override
    public void write(byte[] source, int offset, int length) throws TTransportException {
        int end = offset + length;
        int next = offset;
        while (next < end) {
            if (!output.hasRemaining()) {
                flush();
            }
            int count = Math.min(end - next, output.remaining());
            output.put(source, next, count);
            next += count;
        }
    }

    /** Writes what was collected. Spins while the socket takes no more, which small calls never see. */
    @Override
    public void flush() throws TTransportException {
        output.flip();
        try {
            while (output.hasRemaining()) {
                channel.write(output);
            }
        } catch (IOException failed) {
            throw new TTransportException(failed);
        } finally {
            output.clear();
        }
    }

    @Override
    public void close() {
        try {
            if (selector != null) {
                selector.close();
            }
            if (channel != null) {
                channel.close();
            }
        } catch (IOException ignored) {
            // the connection is no longer in use
        }
    }
}
