package io.grizzlythrift.internal.connection;

import io.grizzlythrift.internal.frame.WireFormat;
import io.grizzlythrift.internal.reply.ReplyQueue;
import io.grizzlythrift.limits.LimitType;
import java.io.IOException;
import java.net.StandardSocketOptions;
import java.nio.channels.SocketChannel;
import java.util.concurrent.TimeUnit;
import org.glassfish.grizzly.Connection;
import org.glassfish.grizzly.IOEvent;
import org.glassfish.grizzly.nio.NIOConnection;

/**
 * Closes a connection so that each call that was read gets its reply: asks the peer to close it, with a {@link
 * CloseRequest}, or closes it from here once the replies are sent. A drain also reads the calls that have arrived.
 *
 * <p>Thread-safe. What reads from the connection, or stops reading, runs on its selector thread.
 */
final class OrderlyClose {
    /**
     * For connections that nobody closes in order. Only {@link #request()}, to be read, and {@link #isLastBytesRead()} may be
     * called.
     */
    static final OrderlyClose NONE = new OrderlyClose(null, CloseRequest.NONE);

    /** The maximum number of final reads. At 16 KiB each or more, they cover any socket receive buffer. */
    static final int MAX_LAST_READS = 512;

    /** How long the final reads of one connection may hold its selector before others have their turn. */
    private static final long LAST_READS_NANOS = TimeUnit.MILLISECONDS.toNanos(2);

    private final ServerConnection connection;
    private final CloseRequest request;
    private volatile boolean lastBytesRead;

    private OrderlyClose(ServerConnection connection, CloseRequest request) {
        this.connection = connection;
        this.request = request;
    }

    OrderlyClose(ServerConnection connection, ConnectionContext context) {
        this(connection, new CloseRequest(connection.replyQueue(), context.protocol()));
    }

    /** {@return what asks the peer to close} */
    CloseRequest request() {
        return request;
    }

    /** {@return whether nothing more will be read, so that the connection can close once its calls have replies} */
    boolean isLastBytesRead() {
        return lastBytesRead;
    }

    /** Records that the peer understands the request, in the format of its calls. */
    void expectNotice(WireFormat format) {
        request.expect(format);
    }

    /** Asks the peer to close the connection, or closes it if the peer does not understand the request. */
    void requestOrClose() {
        if (!request.send()) {
            connection.closeAfterWrites();
        }
    }

    /**
     * Asks the peer to close a connection that may have calls; or stops reading, and closes it once they have replies. The
     * first call shows whether the peer can be asked; it may be on its way, and is awaited as in a drain.
     */
    void retire(String reason) {
        serveFirstCall();
        if (request.isExpected()) {
            connection.close(LimitType.MAX_CONNECTION_AGE, reason);
        } else if (request.isAwaitingFirstCall()) {
            connection.countClose(LimitType.MAX_CONNECTION_AGE, reason);
        } else {
            stopReadingThen(() -> connection.close(LimitType.MAX_CONNECTION_AGE, reason));
        }
    }

    /** Reads once more, and closes the connection once the replies to all accepted calls are sent. */
    void closeOnceReplied() {
        stopReadingThen(connection::closeAfterWrites);
    }

    @SuppressWarnings("FutureReturnValueIgnored") // closing cannot fail
    private void stopReadingThen(Runnable onceReplied) {
        connection.onSelector(() -> {
            readAvailable(); // calls that have arrived would be lost
            connection.stopReading();
            replyQueue().whenReplied().thenRun(onceReplied); // oneway calls run on without the connection
        });
    }

    /** As {@link ServerConnection#serveFirstCall()}. The timeouts close the connection if no call arrives. */
    void serveFirstCall() {
        if (replyQueue().accepted() == 0) {
            request.sendAtFirstCall();
        }
    }

    /** As {@link ServerConnection#drain()}. */
    void drain() {
        serveFirstCall();
        if (!request.isAwaitingFirstCall() && !request.send()) {
            drainUnnoticed();
        }
    }

    /**
     * More calls arrive from a peer that does not understand the request. If its first call was awaited, nothing more is
     * read, since it would not close the connection. Calls that have arrived run, or are rejected if the server drains.
     */
    void moreCallsArrived() {
        if (request.isAwaitingFirstCall() && !request.isExpired()) {
            request.expire();
            closeOnceReplied();
        }
    }

    /** Drains the connection of a peer that does not understand the request. */
    @SuppressWarnings("FutureReturnValueIgnored") // closing cannot fail
    void drainUnnoticed() {
        replyQueue()
                .whenIdle()
                .thenRun(() -> connection.onSelector(() -> {
                    if (request.isPending()) {
                        return; // a call in flight has shown that the peer understands the request
                    }
                    readRemaining(lastReads(), () -> {
                        connection.stopReading();
                        replyQueue().whenReplied().thenRun(connection::closeAfterWrites);
                    });
                }));
    }

    /**
     * Closes the connection because its peer did not. Calls that have arrived are read, and rejected if the server
     * drains. Bytes that the peer sends later are not read.
     */
    void closeUnanswered() {
        request.expire();
        connection.onSelector(() -> readRemaining(lastReads(), connection::stopReading));
    }

    /**
     * Reads until a read completes no further call, in turns with the other connections of the selector: a peer may send
     * as fast as its calls are read.
     *
     * @param reads the most reads that are left
     * @param then what to do after the last read
     */
    private void readRemaining(int reads, Runnable then) {
        long begin = System.nanoTime();
        int left = reads;
        boolean more = true;
        boolean again = false;
        try {
            while (more && left > 0 && System.nanoTime() - begin < LAST_READS_NANOS) {
                long before = replyQueue().accepted();
                readAvailable();
                more = replyQueue().accepted() != before;
                left--;
            }
            again = more && left > 0;
        } finally {
            lastBytesRead = !again;
        }
        if (again) {
            int stillLeft = left;
            connection.onSelector(() -> readRemaining(stillLeft, then));
        } else {
            then.run();
        }
    }

    private int lastReads() {
        return lastReads(receiveBufferBytes(), connection.maxReadBytes());
    }

    /**
     * Returns how many reads take what the socket may have received by now, if each is full. What a peer sends while it is
     * read need not be read: many peers that never stop would otherwise hold up a drain for long.
     */
    static int lastReads(int receiveBufferBytes, int readBytes) {
        return Math.min(
                MAX_LAST_READS, receiveBufferBytes / readBytes + 2); // the one that completes a call, the one without
    }

    private int receiveBufferBytes() {
        try {
            return ((SocketChannel) ((NIOConnection) connection.connection()).getChannel())
                    .getOption(StandardSocketOptions.SO_RCVBUF);
        } catch (IOException e) { // it is closed
            return 0;
        }
    }

    private void readAvailable() {
        Connection<?> channel = connection.connection();
        try {
            channel.getTransport().getIOStrategy().executeIoEvent(channel, IOEvent.READ, false);
        } catch (IOException e) {
            connection.terminate();
        }
    }

    private ReplyQueue replyQueue() {
        return connection.replyQueue();
    }
}
