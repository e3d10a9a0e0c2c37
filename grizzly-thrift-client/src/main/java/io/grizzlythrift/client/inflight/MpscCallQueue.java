package io.grizzlythrift.client.inflight;

import io.grizzlythrift.client.call.CallFailedException;
import io.grizzlythrift.client.codec.CallCodec;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * Calls in the order in which they were queued: any number of threads add, one at a time takes. The calls themselves
 * are the links, so nothing is allocated. After D. Vyukov's queue for many producers and one consumer.
 */
public final class MpscCallQueue {
    private static final VarHandle LAST;

    static {
        try {
            LAST = MethodHandles.lookup().findVarHandle(MpscCallQueue.class, "last", PendingCall.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    /** The call taken last; what follows it is next. Only for the consumer. */
    private PendingCall taken = new NoCall();

    @SuppressWarnings("UnusedVariable") // through LAST
    private volatile PendingCall last = taken;

    void add(PendingCall call) {
        PendingCall before = (PendingCall) LAST.getAndSet(this, call);
        before.next(call);
    }

    /**
     * The next call, or null. It stays in the queue. What another thread than the consumer sees may have been taken
     * since, or be null although there is one, if a consumer has come in between.
     */
    PendingCall peek() {
        return taken.next();
    }

    /** Takes the call that {@link #peek} returned. */
    void take(PendingCall peeked) {
        taken.unlink(); // a long chain of dead calls would keep young ones alive
        taken = peeked;
    }

    /** What an empty queue begins with. */
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
