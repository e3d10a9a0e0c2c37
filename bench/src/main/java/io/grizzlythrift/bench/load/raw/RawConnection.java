package io.grizzlythrift.bench.load.raw;

import java.io.EOFException;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;

/** One connection of the raw client. Owned by the thread of its {@link RawLoop}. */
final class RawConnection {
    private final SocketChannel channel;
    private final SelectionKey key;
    private final Traffic traffic;
    private boolean waitsForRoom;
    /** Null if there is no rate. */
    private DueCalls dueCalls;

    private RawConnection(SocketChannel channel, SelectionKey key, Traffic traffic) {
        this.channel = channel;
        this.key = key;
        this.traffic = traffic;
    }

    static RawConnection open(InetSocketAddress server, Selector selector, Traffic traffic) throws IOException {
        SocketChannel channel = SocketChannel.open();
        try {
            channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
            channel.connect(server);
            channel.configureBlocking(false);
            SelectionKey key = channel.register(selector, SelectionKey.OP_READ);
            RawConnection connection = new RawConnection(channel, key, traffic);
            key.attach(connection);
            return connection;
        } catch (IOException | RuntimeException failed) {
            channel.close();
            throw failed;
        }
    }

    /** Sends calls from now on when they become due. */
    void follow(DueCalls calls) {
        dueCalls = calls;
    }

    /** Sends this many calls. */
    void send(int calls, long now) throws IOException {
        traffic.begin(calls, now);
        writeUnlessFull();
    }

    /** Sends the calls that are due, as far as there is room in flight. Does nothing once the connection is closed. */
    void sendDue(long now) throws IOException {
        if (channel.isOpen()) {
            if (dueCalls.take(now, traffic::begin) > 0) {
                writeUnlessFull();
            }
        }
    }

    /** Uses the room that replies have freed: sends the same number of calls, or with a rate those that are overdue. */
    void answered(int calls, long now) throws IOException {
        if (dueCalls == null) {
            send(calls, now);
        } else {
            dueCalls.answered(calls);
            sendDue(now);
        }
    }

    private void writeUnlessFull() throws IOException {
        if (!waitsForRoom) {
            write();
        }
    }

    /** Writes the remaining bytes when the channel is writable. */
    void write() throws IOException {
        boolean done = traffic.writeTo(channel);
        if (done == waitsForRoom) {
            waitsForRoom = !done;
            key.interestOps(done ? SelectionKey.OP_READ : SelectionKey.OP_READ | SelectionKey.OP_WRITE);
        }
    }

    /**
     * Reads once.
     *
     * @param scratch overwritten
     * @return the number of replies that are complete
     */
    int read(ByteBuffer scratch) throws IOException {
        scratch.clear();
        if (channel.read(scratch) < 0) {
            throw new EOFException("the server closed a connection that waits for replies");
        }
        return traffic.read(scratch.flip());
    }

    void received(int calls, SendTimes.Sink sink) {
        traffic.received(calls, sink);
    }

    long right() {
        return traffic.right();
    }

    void close() {
        try {
            channel.close();
        } catch (IOException ignored) {
            // The connection is no longer in use.
        }
    }
}
