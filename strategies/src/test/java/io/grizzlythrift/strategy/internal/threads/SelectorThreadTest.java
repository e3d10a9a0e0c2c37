package io.grizzlythrift.strategy.internal.threads;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertFalse;
import static org.testng.Assert.assertTrue;

import io.grizzlythrift.strategy.internal.util.UncaughtLog;
import io.grizzlythrift.strategy.spi.CallFlow;
import io.grizzlythrift.strategy.spi.StrategyThreads;
import io.grizzlythrift.strategy.testing.BlockingBatch;
import java.util.ArrayList;
import java.util.List;
import org.testng.annotations.Test;

/** Tests when a selector thread flushes the batches it has run. */
public final class SelectorThreadTest {
    private final SelectorThread thread =
            new SelectorThread("not started", () -> {}, new UncaughtLog(StrategyThreads.class));

    private BlockingBatch deferFlush() {
        BlockingBatch batch = BlockingBatch.released(1);
        thread.deferFlush(batch);
        return batch;
    }

    @Test
    void flushWaitsUntilAllReadyConnectionsAreServed() {
        thread.selected(3);
        BlockingBatch batch = deferFlush();
        assertEquals(batch.flushes.get(), 0);
        thread.beforeSelect();
        assertEquals(batch.flushes.get(), 1);
    }

    @Test
    void batchOfTheLastReadyConnectionFlushesAll() {
        thread.selected(2);
        BlockingBatch first = deferFlush();
        BlockingBatch last = deferFlush();
        assertEquals(first.flushes.get(), 1);
        assertEquals(last.flushes.get(), 1);
        thread.beforeSelect();
        assertEquals(last.flushes.get(), 1);
    }

    @Test
    void aBatchOfTheOnlyReadyConnectionIsFlushedAtOnce() {
        thread.selected(1);
        assertEquals(deferFlush().flushes.get(), 1);
        assertEquals(deferFlush().flushes.get(), 1, "a second batch of the same connection");
    }

    /** As when the flush hands over calls whose method, found out while they were decoded, runs here, too. */
    @Test
    void aFlushMayExecuteFurtherBatches() {
        thread.selected(5);
        BlockingBatch moved = BlockingBatch.released(1);
        BlockingBatch second = BlockingBatch.released(1);
        BlockingBatch first = BlockingBatch.released(1);
        first.inFlush = () -> {
            first.inFlush = () -> {};
            thread.execute(moved, () -> false);
        };
        thread.deferFlush(first);
        thread.deferFlush(second);
        thread.beforeSelect();
        assertEquals(moved.runs.get(0).get(), 1);
        for (BlockingBatch batch : List.of(first, second, moved)) {
            assertTrue(batch.flushes.get() > 0);
        }
    }

    /** Creates a batch in which each call takes a whole slice. */
    @SuppressWarnings("FutureReturnValueIgnored") // a failure shows in the notes
    private static BlockingBatch slow(CallFlow flow, int calls, List<String> notes, String name) {
        BlockingBatch batch = BlockingBatch.released(flow, calls);
        for (int call = 0; call < calls; call++) {
            int number = call;
            batch.started.get(call).thenRun(() -> {
                notes.add(name + number);
                long begin = System.nanoTime();
                while (System.nanoTime() - begin <= SelectorThread.SLICE_NANOS) {
                    Thread.onSpinWait();
                }
            });
        }
        return batch;
    }

    @Test
    void longBatchesRunOneSlicePerSelectionInRotation() {
        SelectorThread selecting = new SelectorThread("not started", () -> {}, new UncaughtLog(StrategyThreads.class));
        List<String> notes = new ArrayList<>();
        CallFlow flow = new CallFlow();
        selecting.beforeSelect(); // now the thread knows that it is notified
        selecting.selected(4);
        BlockingBatch first = slow(flow, 2, notes, "a");
        selecting.execute(first, () -> false);
        assertEquals(notes, List.of("a0"));
        assertEquals(first.flushes.get(), 1, "replies of finished calls are not delayed");
        selecting.execute(slow(flow, 2, notes, "b"), () -> false);
        assertEquals(notes, List.of("a0"), "it is queued behind the rest of the first batch");
        BlockingBatch sparse = BlockingBatch.released(1);
        selecting.execute(sparse, () -> false);
        assertEquals(sparse.runs.get(0).get(), 1, "another connection does not wait");
        selecting.execute(slow(new CallFlow(), 2, notes, "x"), () -> false);
        assertEquals(notes, List.of("a0", "x0"));
        List<String> expected = new ArrayList<>(notes);
        for (String next : List.of("a1", "x1", "b0", "b1")) {
            assertTrue(selecting.hasDeferred());
            selecting.beforeSelect();
            expected.add(next);
            assertEquals(notes, expected, "one slice per selection, round-robin");
        }
        assertFalse(selecting.hasDeferred());
        assertTrue(first.unflushed().isEmpty());
    }

    @Test
    void nothingIsDeferredWithoutNotifications() {
        SelectorThread other = new SelectorThread("not started", () -> {}, new UncaughtLog(StrategyThreads.class));
        BlockingBatch batch = BlockingBatch.released(1);
        other.deferFlush(batch);
        assertEquals(batch.flushes.get(), 1);
    }
}
