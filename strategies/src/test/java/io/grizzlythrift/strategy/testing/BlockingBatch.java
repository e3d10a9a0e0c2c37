package io.grizzlythrift.strategy.testing;

import io.grizzlythrift.strategy.spi.Call;
import io.grizzlythrift.strategy.spi.CallBatch;
import io.grizzlythrift.strategy.spi.CallFlow;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;

/** A batch whose calls run until the test releases them; records which threads ran and flushed them. */
public class BlockingBatch implements CallBatch {
    /** The longest time that a test waits for one event. */
    public static final int TIMEOUT_SECONDS = 20;

    public final CompletableFuture<String> rejected = new CompletableFuture<>();
    public final List<CompletableFuture<Thread>> started = new ArrayList<>();
    public final List<CountDownLatch> holds = new ArrayList<>();
    public final List<AtomicInteger> runs = new ArrayList<>();
    public final AtomicInteger flushes = new AtomicInteger();
    public final CompletableFuture<Void> interrupted = new CompletableFuture<>();
    private final CallFlow flow;
    public int priority = NORMAL_PRIORITY;

    /** Runs in each flush, for example to submit the next call of a peer that has read its reply. */
    public Runnable inFlush = () -> {};

    private final Set<Thread> unflushed = Collections.synchronizedSet(new LinkedHashSet<>());
    private final CountDownLatch ended;
    private final AtomicInteger next = new AtomicInteger();

    public BlockingBatch(int calls) {
        this(new CallFlow(), calls);
    }

    public BlockingBatch(CallFlow flow, int calls) {
        this.flow = flow;
        for (int i = 0; i < calls; i++) {
            started.add(new CompletableFuture<>());
            holds.add(new CountDownLatch(1));
            runs.add(new AtomicInteger());
        }
        ended = new CountDownLatch(calls);
    }

    /** Creates a batch whose calls end at once. */
    public static BlockingBatch released(int calls) {
        return released(new CallFlow(), calls);
    }

    public static BlockingBatch released(CallFlow flow, int calls) {
        BlockingBatch batch = new BlockingBatch(flow, calls);
        batch.holds.forEach(CountDownLatch::countDown);
        return batch;
    }

    @Override
    public CallFlow flow() {
        return flow;
    }

    @Override
    public int priority() {
        return priority;
    }

    @Override
    public Call claim() {
        int call = next.getAndIncrement();
        return call < runs.size() ? () -> run(call) : null;
    }

    @Override
    public int unclaimed() {
        return Math.max(0, runs.size() - next.get());
    }

    /** Runs one of the calls, as its thread does. */
    protected void run(int call) {
        unflushed.add(Thread.currentThread());
        runs.get(call).incrementAndGet();
        started.get(call).complete(Thread.currentThread());
        try {
            if (!holds.get(call).await(TIMEOUT_SECONDS, TimeUnit.SECONDS)) {
                throw new AssertionError("call " + call + " was never released");
            }
        } catch (InterruptedException e) {
            interrupted.complete(null);
        }
        ended.countDown();
    }

    @Override
    public void flush() {
        flushes.incrementAndGet();
        unflushed.remove(Thread.currentThread());
        inFlush.run();
    }

    @Override
    public void flushLater() {}

    @Override
    public void reject(String reason) {
        while (claim() != null) {
            ended.countDown();
        }
        rejected.complete(reason);
    }

    /** Waits until a call runs. */
    public Thread awaitStart(int call) throws Exception {
        return started.get(call).get(TIMEOUT_SECONDS, TimeUnit.SECONDS);
    }

    /** Waits until every call has run or was rejected. */
    public void awaitEnded() throws Exception {
        if (!ended.await(TIMEOUT_SECONDS, TimeUnit.SECONDS)) {
            throw new TimeoutException(ended.getCount() + " calls have not ended");
        }
    }

    /** Returns the threads that ran calls and have not flushed. */
    public Set<Thread> unflushed() {
        return unflushed;
    }
}
