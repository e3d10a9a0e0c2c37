package io.grizzlythrift.server;

import io.grizzlythrift.frame.FrameBatch;
import io.grizzlythrift.strategy.CallBatch;
import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;

/** The calls of one read of one connection. */
final class ConnectionBatch implements CallBatch {
    private static final AtomicIntegerFieldUpdater<ConnectionBatch> NEXT =
            AtomicIntegerFieldUpdater.newUpdater(ConnectionBatch.class, "next");

    private final ServerConnection connection;
    private final FrameBatch frames;
    private final CallRunners runners;

    /** The number of the first call on its connection. */
    private final long first;

    private volatile int next;

    ConnectionBatch(ServerConnection connection, FrameBatch frames, CallRunners runners) {
        this.connection = connection;
        this.frames = frames;
        this.runners = runners;
        first = connection.line().accept(frames.size());
    }

    @Override
    public int claim() {
        if (!hasUnclaimed()) {
            return NONE;
        }
        int call = NEXT.getAndIncrement(this);
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
            runner.run(connection, frames.array(call), frames.offset(call), frames.length(call), first + call);
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
        for (int call = claim(); runner != null && call != NONE; call = claim()) {
            runners.countRefused();
            runner.refuse(
                    connection, frames.array(call), frames.offset(call), frames.length(call), first + call, reason);
        }
        flush();
    }

    /** The runner of this thread. Null, and the connection is given up, if it has none and none can be made. */
    private CallRunner runner() {
        try {
            return runners.current();
        } catch (RuntimeException | Error e) {
            connection.giveUp();
            return null;
        }
    }
}
