package io.grizzlythrift.server;

import io.grizzlythrift.frame.FrameBatch;
import io.grizzlythrift.strategy.CallBatch;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.apache.thrift.protocol.TMessage;

/** The calls of one read of one connection. */
final class ConnectionBatch implements CallBatch {
    private static final VarHandle NEXT;
    private static final VarHandle DECODED;

    static {
        try {
            NEXT = MethodHandles.lookup().findVarHandle(ConnectionBatch.class, "next", int.class);
            DECODED = MethodHandles.lookup().findVarHandle(ConnectionBatch.class, "decoded", int.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private final CallSource connection;
    private final FrameBatch frames;
    private final CallRunners runners;
    private final int admitted;
    private final long arrival;

    /** The number of the first call on its connection. */
    private final long first;

    private volatile int next;

    /** Calls whose message was read, as far as threads have told. */
    @SuppressWarnings("UnusedVariable") // by DECODED
    private volatile int decoded;

    /** Whether slices of the frames may be kept. Written before {@link #decoded}, read by who makes that complete. */
    private boolean kept;

    /** That of the thread which came first, mostly the only one. A stale value does no harm: it knows its thread. */
    private CallRunner firstRunner;

    /**
     * Takes the calls into the line of their connection.
     *
     * @param admitted how many of them may run, from the first on; the others are refused when it is their turn
     * @param arrival when they were read, on the clock of the runners
     */
    ConnectionBatch(CallSource connection, FrameBatch frames, CallRunners runners, int admitted, long arrival) {
        this.connection = connection;
        this.frames = frames;
        this.runners = runners;
        this.admitted = admitted;
        this.arrival = arrival;
        first = connection.line().accept(frames.size());
    }

    CallSource connection() {
        return connection;
    }

    FrameBatch frames() {
        return frames;
    }

    boolean isAdmitted(int call) {
        return call < admitted;
    }

    long arrival() {
        return arrival;
    }

    CallContext contextOf(int call, TMessage header) {
        return new CallContext(
                connection.connection(), header.name, frames.length(call), arrival, runners.callTimeoutNanos());
    }

    /** The number of a call on its connection. */
    long numberOf(int call) {
        return first + call;
    }

    @Override
    public int claim() {
        if (!hasUnclaimed()) {
            return NONE;
        }
        int call = (int) NEXT.getAndAdd(this, 1);
        return call < frames.size() ? call : NONE;
    }

    @Override
    public boolean hasUnclaimed() {
        return next < frames.size();
    }

    @Override
    public void run(int call) {
        CallRunner runner = runner();
        if (runner != null) {
            runner.run(this, call);
        } else {
            endUnanswered(call);
        }
    }

    @Override
    public void flush() {
        CallRunner runner = runner();
        if (runner != null) {
            runner.flush();
        }
    }

    @Override
    public void flushLater() {
        CallRunner runner = runner();
        if (runner != null) {
            runner.flushLater();
        }
    }

    @Override
    public void refuse(String reason) {
        CallRunner runner = runner();
        for (int call = claim(); call != NONE; call = claim()) {
            if (runner != null) {
                runner.refuse(this, call, reason);
            } else {
                endUnanswered(call);
            }
        }
        flush();
    }

    /**
     * Has the frames released once each was decoded, unless slices of them may be kept.
     *
     * @param calls how many more this thread has run or refused
     * @param mayKeep whether slices of their messages may be kept
     */
    void decoded(int calls, boolean mayKeep) {
        if (mayKeep) {
            kept = true;
        }
        if ((int) DECODED.getAndAdd(this, calls) + calls == frames.size() && !kept) {
            frames.release();
        }
    }

    private void endUnanswered(int call) {
        if (isAdmitted(call)) {
            runners.admission().ended(1);
        }
    }

    /** The runner of this thread. Null, and the connection is given up, if it has none and none can be made. */
    private CallRunner runner() {
        CallRunner first = firstRunner;
        if (first != null && first.isOfThisThread()) {
            return first;
        }
        try {
            CallRunner runner = runners.current();
            if (first == null) {
                firstRunner = runner;
            }
            return runner;
        } catch (RuntimeException | Error e) {
            connection.giveUp();
            return null;
        }
    }
}
