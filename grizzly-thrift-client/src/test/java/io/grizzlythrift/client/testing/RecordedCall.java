package io.grizzlythrift.client.testing;

import io.grizzlythrift.client.call.CallFailedException;
import io.grizzlythrift.client.internal.call.CallCodec;
import io.grizzlythrift.client.internal.call.PendingCall;
import java.util.concurrent.atomic.AtomicInteger;

/** A call without a caller that counts its notifications. */
public class RecordedCall extends PendingCall {
    private final AtomicInteger endings = new AtomicInteger();
    private volatile CallFailedException failure;

    /** Creates a call that expects a reply, with a deadline that never passes. */
    public RecordedCall() {
        this(false, Long.MAX_VALUE, 0);
    }

    public RecordedCall(boolean oneway, long timeoutNanos, long now) {
        super("recorded", oneway, timeoutNanos, now);
    }

    @Override
    public void replied(CallCodec reply) {
        endings.incrementAndGet();
    }

    @Override
    public void sent() {
        endings.incrementAndGet();
    }

    @Override
    public void failed(CallFailedException cause) {
        failure = cause;
        endings.incrementAndGet();
    }

    @Override
    public boolean runsUserCode() {
        return false;
    }

    /** Returns how often it was notified of its end. */
    public final int endings() {
        return endings.get();
    }

    /** Returns its failure, or null. */
    public CallFailedException failure() {
        return failure;
    }
}
