package io.grizzlythrift.client.internal.call;

import io.grizzlythrift.client.call.CallFailedException;
import io.grizzlythrift.strategy.internal.util.VarHandles;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * A queue of calls for many producers and one consumer. The calls themselves are the nodes, so nothing is allocated.
 *
 * <p>After D. Vyukov's intrusive multi-producer, single-consumer queue: a producer swaps itself in as the last call
 * with one atomic exchange, then links its predecessor to itself with a release write. The consumer follows the links,
 * so it sees everything that a producer wrote before it added its call. Between the two steps of a producer, the consumer
 * sees the queue end at the predecessor. {@link WriteQueue} explains why no call is forgotten then.
 */
public final class MpscCallQueue {
    private static final VarHandle LAST =
            VarHandles.of(MethodHandles.lookup(), MpscCallQueue.class, "last", PendingCall.class);

    /** The call taken last, whose link leads to the next one. Written only by the consumer. */
    private PendingCall taken = new NoCall();

    @SuppressWarnings("UnusedVariable") // accessed through LAST
    private volatile PendingCall last = taken;

    void add(PendingCall call) {
        PendingCall before = (PendingCall) LAST.getAndSet(this, call);
        before.link(call);
    }

    /**
     * Returns the next call, which stays in the queue, or null. A thread other than the consumer may get a call that has been
     * taken since, or null although the queue is not empty, if a consumer runs at the same time.
     */
    PendingCall peek() {
        return taken.next();
    }

    /** Removes the call that {@link #peek} returned. */
    void take(PendingCall peeked) {
        taken.unlink(); // otherwise a long chain of dead calls would retain young ones
        taken = peeked;
    }

    /** The initial node, which is no call. */
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
