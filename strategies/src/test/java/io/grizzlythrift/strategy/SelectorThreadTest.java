package io.grizzlythrift.strategy;

import static org.testng.Assert.assertEquals;

import org.testng.annotations.Test;

/** When a thread that selects flushes what it has run. */
public final class SelectorThreadTest {
    private final SelectorThread thread = new SelectorThread("not started", () -> {});

    private HeldBatch putOff() {
        HeldBatch batch = HeldBatch.released(1);
        thread.flushLater(batch);
        return batch;
    }

    @Test
    void aBatchOfOneOfSeveralReadyConnectionsWaitsForTheEndOfTheRound() {
        thread.beginRound(3);
        HeldBatch batch = putOff();
        assertEquals(batch.flushes.get(), 0);
        thread.endRound();
        assertEquals(batch.flushes.get(), 1);
    }

    @Test
    void theBatchOfTheLastReadyConnectionDoesNotWaitAndHasTheOthersFlushed() {
        thread.beginRound(2);
        HeldBatch first = putOff();
        HeldBatch last = putOff();
        assertEquals(first.flushes.get(), 1);
        assertEquals(last.flushes.get(), 1);
        thread.endRound();
        assertEquals(last.flushes.get(), 1);
    }

    @Test
    void aBatchOfTheOnlyReadyConnectionIsFlushedAtOnce() {
        thread.beginRound(1);
        assertEquals(putOff().flushes.get(), 1);
        assertEquals(putOff().flushes.get(), 1, "a second batch of it");
    }

    @Test
    void nothingWaitsWhereNobodyTellsOfRounds() {
        SelectorThread other = new SelectorThread("not started", () -> {});
        HeldBatch batch = HeldBatch.released(1);
        other.flushLater(batch);
        assertEquals(batch.flushes.get(), 1);
    }
}
