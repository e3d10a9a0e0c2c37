package io.grizzlythrift.bench.micro;

import io.grizzlythrift.strategy.spi.Call;
import io.grizzlythrift.strategy.spi.CallBatch;
import io.grizzlythrift.strategy.spi.CallFlow;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import org.openjdk.jmh.infra.Blackhole;

/** Calls that take about 20 nanoseconds each. After all have run, the batch releases a permit. */
final class TrivialBatch implements CallBatch, Call {
    private static final int CPU_TOKENS = 10;

    private final CallFlow flow;
    private final int calls;
    private final Semaphore room;
    private final AtomicInteger next = new AtomicInteger();
    private final AtomicInteger unfinished;

    TrivialBatch(CallFlow flow, int calls, Semaphore room) {
        this.flow = flow;
        this.calls = calls;
        this.room = room;
        unfinished = new AtomicInteger(calls);
    }

    @Override
    public CallFlow flow() {
        return flow;
    }

    @Override
    public Call claim() {
        return unclaimed() > 0 && next.getAndIncrement() < calls ? this : null;
    }

    @Override
    public int unclaimed() {
        return Math.max(0, calls - next.get());
    }

    @Override
    public void run() {
        Blackhole.consumeCPU(CPU_TOKENS);
        if (unfinished.decrementAndGet() == 0) {
            room.release();
        }
    }

    @Override
    public void flush() {}

    @Override
    public void flushLater() {}

    /** Not measured. The permit is not released, so the benchmark fails. */
    @Override
    public void reject(String reason) {}
}
