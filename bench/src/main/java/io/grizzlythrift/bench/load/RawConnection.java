package io.grizzlythrift.bench.load;

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
    private final RequestStream requests;
    private final ReplyCounter replies;
    private final SendTimes sendTimes;
    private boolean waitsForRoom;

    private RawConnection(
            SocketChannel channel,
            SelectionKey key,
            RequestStream requests,
            ReplyCounter replies,
            SendTimes sendTimes) {
        this.channel = channel;
        this.key = key;
        this.requests = requests;
        this.replies = replies;
        this.sendTimes = sendTimes;
    }

    static RawConnection open(
            InetSocketAddress server, Selector selector, RequestStream requests, ReplyCounter replies, int inFlight)
            throws IOException {
        SocketChannel channel = SocketChannel.open();
        try {
            channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
            channel.connect(server);
            channel.configureBlocking(false);
            SelectionKey key = channel.register(selector, SelectionKey.OP_READ);
            RawConnection connection = new RawConnection(channel, key, requests, replies, new SendTimes(inFlight));
            key.attach(connection);
            return connection;
        } catch (IOException | RuntimeException failed) {
            channel.close();
            throw failed;
        }
    }

    /** Asks for so many replies. */
    void send(int calls, long now) throws IOException {
        sendTimes.sent(calls, now);
        requests.add(calls);
        if (!waitsForRoom) {
            write();
        }
    }

    /** Writes what is left, after the channel reported room. */
    void write() throws IOException {
        boolean done = requests.writeTo(channel);
        if (done == waitsForRoom) {
            waitsForRoom = !done;
            key.interestOps(done ? SelectionKey.OP_READ : SelectionKey.OP_READ | SelectionKey.OP_WRITE);
        }
    }

    /**
     * Reads once.
     *
     * @param scratch overwritten
     * @return the number of replies that ended
     */
    int read(ByteBuffer scratch) throws IOException {
        scratch.clear();
        if (channel.read(scratch) < 0) {
            throw new EOFException("the server closed a connection that waits for replies");
        }
        return replies.count(scratch.flip());
    }

    void received(int calls, SendTimes.Sink sink) {
        sendTimes.received(calls, sink);
    }

    long right() {
        return replies.right();
    }

    void close() {
        try {
            channel.close();
        } catch (IOException ignored) {
            // Nothing waits for it any more.
        }
    }
}
