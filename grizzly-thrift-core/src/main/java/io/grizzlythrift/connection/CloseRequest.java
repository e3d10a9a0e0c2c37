package io.grizzlythrift.connection;

import io.grizzlythrift.peer.CloseNotice;
import io.grizzlythrift.reply.CopiedReplies;
import io.grizzlythrift.reply.ReplyQueue;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.thrift.TException;
import org.apache.thrift.protocol.TProtocolFactory;

/**
 * Has the peer of a connection close it, if the peer knows a {@link CloseNotice}. Until it does, its calls run, even in
 * a server that drains. A peer that does not close in time is not waited for.
 *
 * <p>Thread-safe: whether the peer knows the notice and whether a close was requested are volatile, each is written
 * before the other is read, and whoever sees both sends the one notice.
 */
final class CloseRequest {
    /** How long a peer without calls may take to close. */
    static final long IDLE_NANOS = TimeUnit.SECONDS.toNanos(1);

    /** How long a peer may take to close, with calls or without. */
    static final long TOTAL_NANOS = TimeUnit.SECONDS.toNanos(30);

    private final ReplyQueue replyQueue;
    private final TProtocolFactory protocol;
    private final AtomicBoolean sent = new AtomicBoolean();
    private volatile boolean expected;
    private volatile boolean requested;
    private volatile boolean awaitsFirstCall;
    private volatile boolean givenUp;

    CloseRequest(ReplyQueue replyQueue, TProtocolFactory protocol) {
        this.replyQueue = replyQueue;
        this.protocol = protocol;
    }

    /** The peer knows the notice. */
    void expect() {
        if (!expected) {
            expected = true;
            if (requested) {
                sendOnce();
            }
        }
    }

    /** {@return whether the peer knows the notice, as far as its calls have shown} */
    boolean isExpected() {
        return expected;
    }

    /** Requests a close. Returns false if the peer, as far as is known, would not understand. */
    boolean send() {
        requested = true;
        if (!expected) {
            return false;
        }
        sendOnce();
        return true;
    }

    /** Requests a close from the first call on, if that shows that the peer knows the notice. */
    void awaitFirstCall() {
        awaitsFirstCall = true;
        requested = true;
    }

    private void sendOnce() {
        if (sent.compareAndSet(false, true)) {
            byte[] notice = encode();
            replyQueue.deliver(List.of(new CopiedReplies(replyQueue.accept(1), 1, notice)));
        }
    }

    private byte[] encode() {
        try {
            return CloseNotice.encode(protocol);
        } catch (TException e) {
            throw new IllegalStateException("a notice cannot be encoded", e);
        }
    }

    /** {@return whether the peer is expected to close the connection, or to make its first call} */
    boolean isPending() {
        return (sent.get() || awaitsFirstCall) && !givenUp;
    }

    /** {@return whether calls run although the server drains} */
    boolean isServedWhileDraining() {
        return (expected || awaitsFirstCall) && !givenUp;
    }

    /** {@return whether the notice was sent} */
    boolean isSent() {
        return sent.get();
    }

    /** The peer is no longer waited for. */
    void giveUp() {
        givenUp = true;
    }

    /** {@return whether the peer was waited for in vain} */
    boolean isGivenUp() {
        return givenUp;
    }
}
