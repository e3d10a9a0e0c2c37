package io.grizzlythrift.strategy.internal.threads;

import static org.testng.Assert.assertEquals;

import io.grizzlythrift.strategy.spi.CallFlow;
import io.grizzlythrift.strategy.testing.BlockingBatch;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.testng.annotations.Test;

/** Tests threads that cannot be started. Whether they are virtual makes no difference here. */
public final class VirtualThreadsTest {
    /** The second batch is queued behind the first one, whose thread would have run it. */
    @Test(timeOut = 60_000)
    public void withoutAThreadWorkThatWaitsIsRejected() throws Exception {
        AtomicReference<VirtualThreads> threads = new AtomicReference<>();
        AtomicBoolean memoryLeft = new AtomicBoolean();
        AtomicInteger failures = new AtomicInteger();
        BlockingBatch first = BlockingBatch.released(1);
        BlockingBatch second = BlockingBatch.released(1);
        threads.set(new VirtualThreads("no-memory", 1, 1, 10, task -> new Thread(task) {
            @Override
            public synchronized void start() {
                if (memoryLeft.get()) {
                    super.start();
                } else {
                    if (failures.incrementAndGet() == 1) {
                        threads.get().execute(second);
                    }
                    throw new OutOfMemoryError("on purpose");
                }
            }
        }));
        threads.get().execute(first);
        assertEquals(first.rejected.getNow("not rejected"), "no memory is left for a thread");
        assertEquals(second.rejected.getNow("not rejected"), "no memory is left for a thread");
        assertEquals(failures.get(), 2, "a thread for each");
        memoryLeft.set(true);
        BlockingBatch third = BlockingBatch.released(1);
        threads.get().execute(third);
        third.awaitEnded();
        threads.get().shutdownNow();
        threads.get().awaitTermination(Duration.ofSeconds(BlockingBatch.TIMEOUT_SECONDS));
        assertEquals(third.runs.get(0).get(), 1);
    }

    /** A thread that still runs finds the work. */
    @Test(timeOut = 60_000)
    public void workThatWaitsIsLeftToAnotherThread() throws Exception {
        AtomicReference<VirtualThreads> threads = new AtomicReference<>();
        AtomicBoolean memoryLeft = new AtomicBoolean(true);
        BlockingBatch running = new BlockingBatch(1);
        CallFlow flow = new CallFlow();
        BlockingBatch second = BlockingBatch.released(flow, 1);
        BlockingBatch third = BlockingBatch.released(flow, 1);
        threads.set(new VirtualThreads("little-memory", 1, 2, 10, task -> new Thread(task) {
            @Override
            public synchronized void start() {
                if (memoryLeft.get()) {
                    super.start();
                } else {
                    threads.get().execute(third);
                    throw new OutOfMemoryError("on purpose");
                }
            }
        }));
        threads.get().execute(running);
        running.awaitStart(0);
        memoryLeft.set(false);
        threads.get().execute(second);
        assertEquals(second.rejected.getNow("not rejected"), "no memory is left for a thread");
        running.holds.get(0).countDown();
        third.started.get(0).get(BlockingBatch.TIMEOUT_SECONDS, TimeUnit.SECONDS);
        threads.get().shutdownNow();
    }
}
