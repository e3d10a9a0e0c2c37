package io.grizzlythrift.bench.ycsb;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertFalse;
import static org.testng.Assert.assertTrue;
import static org.testng.Assert.expectThrows;

import io.grizzlythrift.samples.mapkeeper.ycsb.MapKeeperYcsbClient;
import io.grizzlythrift.samples.mapkeeper.ycsb.YcsbJob;
import io.grizzlythrift.samples.mapkeeper.ycsb.YcsbTarget;
import io.grizzlythrift.samples.mapkeeper.ycsb.YcsbWorkload;
import org.testng.annotations.Test;

/** Combinations of client, store and server. */
public final class YcsbPlanTest {
    /** A stub returns bytes other than those written, so YCSB must not check them. */
    @Test
    public void onlyTheMemoryStoreKeepsRecords() {
        assertTrue(plan(YcsbStore.MEMORY, 1).target(1).keepsRecords());
        assertFalse(plan(YcsbStore.STUB, 1).target(1).keepsRecords());
    }

    /** The client determines the binding. */
    @Test
    public void targetsThePortThroughTheClient() {
        assertEquals(plan(YcsbStore.MEMORY, 1).target(9090), new YcsbTarget(MapKeeperYcsbClient.class, 9090, true));
        YcsbPlan grizzly = new YcsbPlan(YcsbClient.GRIZZLY, YcsbStore.MEMORY, new YcsbJob(YcsbWorkload.A, 1, 1, 1));
        assertEquals(grizzly.target(1).binding(), GrizzlyYcsbClient.class);
    }

    /** More threads would wait forever. */
    @Test
    public void theSimpleServerServesOneThread() {
        plan(YcsbStore.MEMORY, 1).checkFor("simple");
        plan(YcsbStore.MEMORY, 2).checkFor("thread-pool");
        IllegalArgumentException rejection = expectThrows(
                IllegalArgumentException.class, () -> plan(YcsbStore.MEMORY, 2).checkFor("simple"));
        assertEquals(
                rejection.getMessage(),
                "threads is 2, must be 1 with the server simple, which serves one connection at a time");
    }

    private static YcsbPlan plan(YcsbStore store, int threads) {
        return new YcsbPlan(YcsbClient.LIBTHRIFT, store, new YcsbJob(YcsbWorkload.A, 10, 10, threads));
    }
}
