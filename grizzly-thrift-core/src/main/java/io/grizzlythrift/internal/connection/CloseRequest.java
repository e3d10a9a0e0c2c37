package io.grizzlythrift.internal.connection;

import io.grizzlythrift.internal.call.CloseNotice;
import io.grizzlythrift.internal.frame.WireFormat;
import io.grizzlythrift.internal.reply.ReplyQueue;
import io.grizzlythrift.strategy.internal.util.VarHandles;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.apache.thrift.TException;
import org.apache.thrift.protocol.TProtocolFactory;

/**
 * Asks the peer of a connection to close it, if the peer understands a {@link CloseNotice}. The peer's calls run until
 * it closes, even while the server drains. The server does not wait for a peer that does not close in time.
 *
 * <p>Thread-safe: two volatile fields state whether the peer understands the notice and whether a close was requested.
 * Each is written before the other is read, so at least one thread sees both; the first to do so sends the notice.
 */
final class CloseRequest {
    /** For connections that have no request: nothing is expected, sent or awaited. It must not be changed. */
    static final CloseRequest NONE = new CloseRequest(null, Optional.empty());

    /** The time a peer without calls may take to close. */
    static final long IDLE_NANOS = TimeUnit.SECONDS.toNanos(1);

    /** The time for which new calls may arrive from a peer that was asked to close: it does not intend to. */
    static final long CALLS_NANOS = TimeUnit.SECONDS.toNanos(5);

    /** The time a peer may take to close, with or without calls. */
    static final long TOTAL_NANOS = TimeUnit.SECONDS.toNanos(30);

    private static final VarHandle SENT =
            VarHandles.of(MethodHandles.lookup(), CloseRequest.class, "sent", boolean.class);

    private final ReplyQueue replyQueue;
    private final Optional<TProtocolFactory> protocol;

    /** Set once, by {@link #SENT}. */
    private volatile boolean sent;

    /** Written before the volatile {@link #expected}, and read after it. */
    private WireFormat format = WireFormat.FRAMED;

    private volatile boolean expected;
    private volatile boolean requested;
    private volatile boolean awaitsFirstCall;
    private volatile boolean expired;

    CloseRequest(ReplyQueue replyQueue, Optional<TProtocolFactory> protocol) {
        this.replyQueue = replyQueue;
        this.protocol = protocol;
    }

    /** Records that the peer understands the notice, in the format of its calls. */
    void expect(WireFormat ofCalls) {
        if (!expected) {
            format = ofCalls;
            expected = true;
            if (requested) {
                sendOnce();
            }
        }
    }

    /** {@return whether a call has shown that the peer understands the notice} */
    boolean isExpected() {
        return expected;
    }

    /** Requests a close. Returns false unless the peer is known to understand the notice. */
    boolean send() {
        requested = true;
        if (!expected) {
            return false;
        }
        sendOnce();
        return true;
    }

    /** Requests a close once the first call arrives, if that call shows that the peer understands the notice. */
    void sendAtFirstCall() {
        awaitsFirstCall = true;
        requested = true;
    }

    /** {@return whether the close is requested as soon as the first call arrives} */
    boolean isAwaitingFirstCall() {
        return awaitsFirstCall;
    }

    private void sendOnce() {
        if (SENT.compareAndSet(this, false, true)) {
            replyQueue.deliverNotice(encode()); // now, even if the reply to the oldest call never comes
        }
    }

    private byte[] encode() {
        try {
            return CloseNotice.encode(format, protocol);
        } catch (TException e) {
            throw new IllegalStateException("a notice cannot be encoded", e);
        }
    }

    /** {@return whether the peer is expected to close the connection, or to make its first call} */
    boolean isPending() {
        return (sent || awaitsFirstCall) && !expired;
    }

    /** {@return whether calls still run while the server drains} */
    boolean isServedWhileDraining() {
        return (expected || awaitsFirstCall) && !expired;
    }

    /** {@return whether the notice was sent} */
    boolean isSent() {
        return sent;
    }

    /** Stops waiting for the peer. */
    void expire() {
        expired = true;
    }

    /** {@return whether {@link #expire} was called: the connection closes once its last calls have replies} */
    boolean isExpired() {
        return expired;
    }
}
