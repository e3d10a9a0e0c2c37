package io.grizzlythrift.bench.load;

import java.io.IOException;
import java.io.UncheckedIOException;
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
 * One thread of the raw client: select, read, count, ask for as many again with one write.
 *
 * <p>Nothing is allocated per call, and the clock is read once per read.
 */
final class RawLoop implements Runnable {
    /** Large enough that a pipelined read is one system call; more only costs cache. */
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
    /** Written by this loop only, so no atomic increment is paid. */
    private final AtomicLong calls = new AtomicLong();

    private boolean recordingNow;
    private long now;

    RawLoop(LoadPlan plan, LoadErrors errors) throws IOException {
        this.plan = plan;
        this.errors = errors;
        this.selector = Selector.open();
    }

    /** Opens a connection; only before the loop runs. */
    void connect(InetSocketAddress server, RequestStream requests, ReplyCounter replies) throws IOException {
        connections.add(RawConnection.open(server, selector, requests, replies, plan.inFlight()));
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

    /** Complete once the loop has ended. */
    Histogram latencies() {
        return latencies;
    }

    @Override
    public void run() {
        try {
            connections.removeIf(connection -> !begin(connection));
            while (!stopped && !connections.isEmpty()) {
                recordingNow = recording;
                selector.select(dispatch);
            }
        } catch (IOException | UncheckedIOException failed) {
            errors.add("the client failed: " + failed);
        } finally {
            close();
        }
    }

    /** Closes everything; called by the loop itself, or instead of it when it was never run. */
    void close() {
        connections.forEach(RawConnection::close);
        try {
            selector.close();
        } catch (IOException ignored) {
            // Nothing waits for it any more.
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
            errors.add(failed.toString());
            connection.close();
            connections.remove(connection);
        }
    }

    private void read(RawConnection connection) throws IOException {
        long before = connection.right();
        int frames = connection.read(scratch);
        if (frames == 0) {
            return;
        }
        now = System.nanoTime();
        connection.received(frames, recorder);
        connection.send(frames, now);
        calls.setRelease(calls.getPlain() + connection.right() - before);
    }

    private void recordLatency(long sentNanos, int count) {
        if (recordingNow) {
            latencies.recordValueWithCount(now - sentNanos, count);
        }
    }
}
