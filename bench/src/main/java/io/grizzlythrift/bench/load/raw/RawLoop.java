package io.grizzlythrift.bench.load.raw;

import io.grizzlythrift.bench.load.plan.LoadErrors;
import io.grizzlythrift.bench.load.plan.LoadPlan;
import io.grizzlythrift.bench.load.plan.Pacer;
import io.grizzlythrift.bench.load.plan.Schedule;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.HdrHistogram.Histogram;

/**
 * One thread of the raw client. It selects, reads and counts replies, and sends the same number of calls with one
 * write.
 *
 * <p>It allocates nothing per call, and reads the clock once per read.
 *
 * <p>With a rate, the calls of a schedule are assigned to the connections in turn. A selector cannot wait for less than
 * a millisecond, so a {@link Pacer} wakes the loop up when a call is due.
 */
final class RawLoop implements Runnable {
    /** Large enough for a pipelined read in one system call; a larger buffer only takes space in caches. */
    private static final int READ_BYTES = 256 * 1024;

    private final LoadPlan plan;
    private final LoadErrors errors;
    private final Selector selector;
    private final List<RawConnection> connections = new ArrayList<>();
    private final ByteBuffer scratch = ByteBuffer.allocateDirect(READ_BYTES);
    private final Histogram latencies = new Histogram(3);
    private final Consumer<SelectionKey> dispatch = this::dispatch;
    private final SendTimes.Sink recorder = this::recordLatency;

    private volatile boolean recording;
    private volatile boolean stopped;
    /** Written by this loop only, which saves an atomic increment. */
    private final AtomicLong calls = new AtomicLong();

    /** Null if there is no rate. */
    private Schedule schedule;

    /** All connections, including those that failed, because calls are assigned in turn. */
    private final List<RawConnection> paced = new ArrayList<>();
    /** Number of the next call to assign. */
    private long number;

    private boolean recordingNow;
    private long now;

    RawLoop(LoadPlan plan, LoadErrors errors) throws IOException {
        this.plan = plan;
        this.errors = errors;
        this.selector = Selector.open();
    }

    /** Opens a connection. Call it only before the loop runs. */
    void connect(InetSocketAddress server, Traffic traffic) throws IOException {
        connections.add(RawConnection.open(server, selector, traffic));
    }

    /**
     * Makes the loop send calls when they become due. Call it only before the loop runs.
     *
     * @return a thread that the caller starts and stops with the loop
     */
    Pacer follow(Schedule calls) {
        schedule = calls;
        paced.addAll(connections);
        int count = paced.size();
        for (int i = 0; i < count; i++) {
            paced.get(i).follow(new DueCalls(calls, i, count, plan.inFlight()));
        }
        return new Pacer("raw-pacer", calls, (first, end) -> selector.wakeup());
    }

    long calls() {
        return calls.get();
    }

    void record(boolean on) {
        recording = on;
    }

    void stop() {
        stopped = true;
        selector.wakeup();
    }

    /** {@return the latencies; complete once the loop has ended} */
    Histogram latencies() {
        return latencies;
    }

    @Override
    public void run() {
        try {
            if (schedule == null) {
                connections.removeIf(connection -> !begin(connection));
            }
            while (!stopped && !connections.isEmpty()) {
                recordingNow = recording;
                selector.select(dispatch);
                if (schedule != null) {
                    sendDue();
                }
            }
        } catch (IOException | RuntimeException failed) {
            errors.add("the client failed: " + failed);
        } finally {
            close();
        }
    }

    /** Closes all connections and the selector. Called by the loop itself, or by its owner if the loop never ran. */
    void close() {
        connections.forEach(RawConnection::close);
        try {
            selector.close();
        } catch (IOException ignored) {
            // The selector is no longer in use.
        }
    }

    private boolean begin(RawConnection connection) {
        try {
            connection.send(plan.inFlight(), System.nanoTime());
            return true;
        } catch (IOException failed) {
            errors.add(failed.toString());
            connection.close();
            return false;
        }
    }

    private void dispatch(SelectionKey key) {
        RawConnection connection = (RawConnection) key.attachment();
        try {
            if (key.isWritable()) {
                connection.write();
            }
            if (key.isReadable()) {
                read(connection);
            }
        } catch (IOException failed) {
            end(connection, failed);
        }
    }

    private void sendDue() {
        long time = System.nanoTime();
        for (; schedule.due(number) - time <= 0; number++) {
            RawConnection connection = paced.get((int) (number % paced.size()));
            try {
                connection.sendDue(time);
            } catch (IOException failed) {
                end(connection, failed);
            }
        }
    }

    private void end(RawConnection connection, IOException failed) {
        errors.add(failed.toString());
        connection.close();
        connections.remove(connection);
    }

    private void read(RawConnection connection) throws IOException {
        long before = connection.right();
        int frames = connection.read(scratch);
        if (frames == 0) {
            return;
        }
        now = System.nanoTime();
        connection.received(frames, recorder);
        connection.answered(frames, now);
        calls.setRelease(calls.getPlain() + connection.right() - before);
    }

    private void recordLatency(long sentNanos, int count) {
        if (recordingNow) {
            latencies.recordValueWithCount(now - sentNanos, count);
        }
    }
}
