package io.grizzlythrift.client;

import java.util.concurrent.atomic.AtomicInteger;

/** A call without a caller, which counts how often it is told that it ended. */
class RecordedCall extends Call {
    private final AtomicInteger endings = new AtomicInteger();
    private volatile CallFailedException failure;

    /** A call that expects a reply, with a deadline that never comes. */
    RecordedCall() {
        this(false, Long.MAX_VALUE, 0);
    }

    RecordedCall(boolean oneway, long timeoutNanos, long now) {
        super("recorded", oneway, timeoutNanos, now);
    }

    @Override
    void replied(CallCodec reply) {
        endings.incrementAndGet();
    }

    @Override
    void sent() {
        endings.incrementAndGet();
    }

    @Override
    void failed(CallFailedException cause) {
        failure = cause;
        endings.incrementAndGet();
    }

    @Override
    boolean runsUserCode() {
        return false;
    }

    /** How often it was told that it ended, whichever way. */
    final int endings() {
        return endings.get();
    }

    /** Why it failed, or null if it did not. */
    CallFailedException failure() {
        return failure;
    }
}
