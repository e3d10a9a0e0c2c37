package io.grizzlythrift.client.inflight;

import io.grizzlythrift.client.call.CallFailedException;
import io.grizzlythrift.client.codec.CallCodec;
import io.grizzlythrift.thread.VarHandles;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * A queue of calls for many producers and one consumer. The calls themselves are the links, so nothing is allocated.
 *
 * <p>After D. Vyukov's intrusive multi-producer, single-consumer queue: a producer swaps itself in as the last call
 * with one atomic exchange, then links its predecessor to itself with a volatile write. The consumer follows the links,
 * so it sees everything that a producer wrote before it added its call. Between the two steps of a producer the
 * consumer sees the queue end at the predecessor; that producer then finds no writer and becomes it, so no call is
 * forgotten.
 */
public final class MpscCallQueue {
    private static final VarHandle LAST =
            VarHandles.of(MethodHandles.lookup(), MpscCallQueue.class, "last", PendingCall.class);

    /** The call taken last; the next one follows it. Only for the consumer. */
    private PendingCall taken = new NoCall();

    @SuppressWarnings("UnusedVariable") // through LAST
    private volatile PendingCall last = taken;

    void add(PendingCall call) {
        PendingCall before = (PendingCall) LAST.getAndSet(this, call);
        before.next(call);
    }

    /**
     * Returns the next call, or null; the call stays in the queue. A thread other than the consumer may see a call that has
     * been taken meanwhile, or null although there is a call.
     */
    PendingCall peek() {
        return taken.next();
    }

    /** Removes the call that {@link #peek} returned. */
    void take(PendingCall peeked) {
        taken.unlink(); // a long chain of ended calls would retain young ones
        taken = peeked;
    }

    /** The first link of an empty queue. */
    private static final class NoCall extends PendingCall {
        NoCall() {
            super("", true, 0, 0);
        }

        @Override
        public void replied(CallCodec reply) {
            throw new IllegalStateException("not a call");
        }

        @Override
        public void sent() {
            throw new IllegalStateException("not a call");
        }

        @Override
        public void failed(CallFailedException failure) {
            throw new IllegalStateException("not a call");
        }

        @Override
        public boolean runsUserCode() {
            return false;
        }
    }
}
