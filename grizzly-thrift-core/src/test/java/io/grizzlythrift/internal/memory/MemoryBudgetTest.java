package io.grizzlythrift.internal.memory;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertFalse;
import static org.testng.Assert.assertTrue;
import static org.testng.Assert.expectThrows;

import io.grizzlythrift.internal.util.HeapShare;
import io.grizzlythrift.memory.MemoryPart;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.testng.annotations.BeforeMethod;
import org.testng.annotations.Test;

/** Tests which connections may use memory, which must wait, and which are terminated. */
@Test(timeOut = 60_000)
public final class MemoryBudgetTest {
    private final List<String> terminated = new CopyOnWriteArrayList<>();

    /** Frames that record whether they were dropped. */
    private record Frames(long bytes, AtomicInteger drops) implements DroppableFrames {
        Frames(long bytes) {
            this(bytes, new AtomicInteger());
        }

        @Override
        public void drop() {
            drops.incrementAndGet();
        }

        /** Compares by identity: two objects of the same size differ. */
        @Override
        public boolean equals(Object other) {
            return this == other;
        }

        @Override
        public int hashCode() {
            return System.identityHashCode(this);
        }
    }

    @BeforeMethod
    public void withinTheBoundNothingIsTerminated() {
        terminated.clear();
    }

    private MemoryAccount account(MemoryBudget budget, String name) {
        MemoryAccount account = budget.open();
        account.setOwner(new MemoryOwner() {
            @Override
            public void pauseReading(String reason) {
                throw new AssertionError("nothing reads " + name);
            }

            @Override
            public void terminateForMemory(String reason) {
                terminated.add(name + ": " + reason);
            }
        });
        return account;
    }

    private static void hold(MemoryAccount account, long bytes) {
        assertTrue(account.charge(MemoryPart.BUFFERED_REPLIES, bytes));
    }

    public void theBoundIsChecked() {
        IllegalArgumentException thrown = expectThrows(IllegalArgumentException.class, () -> new MemoryBudget(0));
        assertEquals(thrown.getMessage(), "maxBytes is 0, must be at least 1");
        assertEquals(HeapShare.quarter(), Runtime.getRuntime().maxMemory() / 4);
    }

    public void eachPartIsKnown() {
        MemoryBudget budget = new MemoryBudget(1000);
        MemoryAccount account = account(budget, "a");
        assertTrue(account.charge(MemoryPart.PARTIAL_FRAMES, 1));
        assertTrue(account.addWaitingFrames(20, null));
        assertTrue(account.charge(MemoryPart.BUFFERED_REPLIES, 300));
        account.moveToUnsent(100);
        assertEquals(budget.usedBytes(MemoryPart.PARTIAL_FRAMES), 1);
        assertEquals(budget.usedBytes(MemoryPart.WAITING_FRAMES), 20);
        assertEquals(budget.usedBytes(MemoryPart.BUFFERED_REPLIES), 200);
        assertEquals(budget.usedBytes(MemoryPart.UNSENT_REPLIES), 100);
        assertEquals(budget.usedBytes(), 321);
        assertEquals(account.bytes(), 321);
        account.release(MemoryPart.UNSENT_REPLIES, 100);
        account.removeWaitingFrames(20, null);
        assertEquals(budget.usedBytes(), 201);
        account.close();
        assertEquals(budget.usedBytes(), 0);
    }

    /** Memory released by closing is not released again, and a closed account accepts no charge. */
    public void aClosedAccount() {
        MemoryBudget budget = new MemoryBudget(1000);
        MemoryAccount account = account(budget, "a");
        hold(account, 100);
        assertTrue(account.addWaitingFrames(50, null));
        account.close();
        account.close();
        assertEquals(budget.usedBytes(), 50, "frames are still waiting");
        account.release(MemoryPart.BUFFERED_REPLIES, 100);
        account.moveToUnsent(100);
        assertFalse(account.charge(MemoryPart.PARTIAL_FRAMES, 5));
        assertEquals(budget.usedBytes(), 50);
        assertFalse(account.addWaitingFrames(7, null), "the caller must drop them");
        account.removeWaitingFrames(7, null);
        account.removeWaitingFrames(50, null);
        assertEquals(budget.usedBytes(), 0);
        assertFalse(account.isOpen());
    }

    /** n greedy connections get equal shares and leave as much as the formula says. */
    public void sharesOfGreedyConnections() {
        for (int n : new int[] {1, 2, 10, 100}) {
            MemoryBudget budget = new MemoryBudget(1_000_000);
            List<MemoryAccount> greedy = new ArrayList<>();
            for (int i = 0; i < n; i++) {
                greedy.add(account(budget, "greedy"));
            }
            boolean more = true;
            while (more) {
                more = false;
                for (MemoryAccount account : greedy) {
                    if (account.mayKeepReading()) {
                        assertTrue(account.charge(MemoryPart.PARTIAL_FRAMES, 100));
                        more = true;
                    }
                }
            }
            double share = 1_000_000.0 / (2 + n);
            for (MemoryAccount account : greedy) {
                assertEquals((double) account.bytes(), share, 200, "of " + n);
            }
            MemoryAccount modest = account(budget, "modest");
            assertTrue(modest.charge(MemoryPart.PARTIAL_FRAMES, (long) (share / 2)));
            assertTrue(modest.mayKeepReading(), "beside " + n);
        }
        assertEquals(terminated, List.of());
    }

    public void readingGoesOnAtHalfOfTheShare() {
        MemoryBudget budget = new MemoryBudget(1200);
        MemoryAccount account = account(budget, "a");
        hold(account, 400);
        assertTrue(account.mayKeepReading(), "400 of 800 that are left");
        hold(account, 2);
        assertFalse(account.mayKeepReading());
        assertFalse(account.mayResumeReading());
        account.release(MemoryPart.BUFFERED_REPLIES, 161);
        assertFalse(account.mayResumeReading(), "241 of 959");
        account.release(MemoryPart.BUFFERED_REPLIES, 1);
        assertTrue(account.mayResumeReading());
    }

    /** Only waiting replies count against a new call. */
    public void callsOfAPeerThatDoesNotRead() {
        MemoryBudget budget = new MemoryBudget(1000);
        MemoryAccount account = account(budget, "a");
        assertTrue(account.addWaitingFrames(900, null));
        assertTrue(account.mayStartCall(), "the call releases the 900");
        hold(account, 50);
        account.moveToUnsent(20);
        assertTrue(account.mayStartCall(), "50 of 50 that are left");
        hold(account, 1);
        assertFalse(account.mayStartCall());
        assertTrue(
                account.describe()
                        .endsWith("951 bytes of frames and replies, and 49 bytes are left of maxBufferedBytes, 1000"),
                account.describe());
        account.removeWaitingFrames(900, null);
        assertTrue(account.mayStartCall());
    }

    /** This is true even if other connections have used up the budget. */
    public void aConnectionWithoutMemoryMayReadAndStart() {
        MemoryBudget budget = new MemoryBudget(10);
        hold(account(budget, "full"), 10);
        MemoryAccount empty = account(budget, "empty");
        assertTrue(empty.mayKeepReading() && empty.mayResumeReading() && empty.mayStartCall());
    }

    /** Only one connection at a time may do so, and only if there is room for the rest of its frame. */
    public void oneConnectionMayFinishItsFrame() {
        MemoryBudget budget = new MemoryBudget(1000);
        MemoryAccount first = account(budget, "first");
        MemoryAccount second = account(budget, "second");
        assertTrue(first.charge(MemoryPart.PARTIAL_FRAMES, 300));
        assertTrue(second.charge(MemoryPart.PARTIAL_FRAMES, 300));
        assertFalse(first.mayKeepReading(), "it has no partial frame");
        first.setMissingBytes(370);
        assertFalse(first.mayKeepReading(), "400 are left, of which 1000 / 32 are headroom");
        first.setMissingBytes(369);
        second.setMissingBytes(10);
        assertTrue(first.mayKeepReading());
        assertTrue(first.mayAllocateAhead(400));
        assertFalse(second.mayKeepReading());
        assertFalse(second.mayAllocateAhead(10));
        first.setMissingBytes(0);
        assertTrue(first.mayKeepReading(), "it may complete its frame");
        assertFalse(second.mayKeepReading());
        first.endFrame();
        assertTrue(second.mayKeepReading());
        second.close();
        first.setMissingBytes(1);
        assertTrue(first.mayAllocateAhead(1));
        assertTrue(first.mayResumeReading());
    }

    /** The bytes that the privileged connection still needs, plus headroom, are not available to others. */
    public void othersLeaveRoomForTheFrame() {
        MemoryBudget budget = new MemoryBudget(3200);
        MemoryAccount first = account(budget, "first");
        MemoryAccount other = account(budget, "other");
        assertTrue(other.charge(MemoryPart.PARTIAL_FRAMES, 100));
        assertTrue(first.charge(MemoryPart.PARTIAL_FRAMES, 1300));
        assertTrue(other.mayKeepReading(), "100 of 1800 that are left");
        first.setMissingBytes(1501);
        assertTrue(first.mayKeepReading());
        assertFalse(other.mayKeepReading(), "100 of 1800 less 1501 and 100");
        assertTrue(other.mayCharge(49));
        assertFalse(other.mayCharge(50), "150 of 149");
        first.setMissingBytes(1500);
        assertTrue(other.mayKeepReading());
        first.endFrame();
        assertTrue(other.mayCharge(850));
        assertFalse(other.mayCharge(851));
    }

    /** If two frames do not both fit, the refused one leaves its room to the other. */
    public void growingFramesDoNotStarveEachOther() {
        MemoryBudget budget = new MemoryBudget(1000);
        MemoryAccount first = account(budget, "first");
        MemoryAccount second = account(budget, "second");
        assertTrue(first.growWaitingFrame(200, 0));
        assertTrue(second.growWaitingFrame(200, 0));
        assertFalse(first.growWaitingFrame(201, 200), "401 of 399");
        assertEquals(first.bytes(), 0);
        assertEquals(budget.usedBytes(), 200);
        assertTrue(second.growWaitingFrame(201, 200));
        assertFalse(first.growWaitingFrame(300, 0), "300 of 299");
        assertEquals(second.bytes(), 401);
        assertEquals(budget.usedBytes(MemoryPart.WAITING_FRAMES), 401);
        second.removeWaitingFrames(401, null);
        assertEquals(budget.usedBytes(), 0);
        assertEquals(terminated, List.of());
    }

    /** However many frames grow, a quarter is left for what arrives meanwhile. */
    public void growingFramesLeaveRoomForReads() {
        MemoryBudget budget = new MemoryBudget(1000);
        assertTrue(account(budget, "first").growWaitingFrame(500, 0));
        assertTrue(account(budget, "second").growWaitingFrame(200, 0));
        assertTrue(account(budget, "third").growWaitingFrame(50, 0));
        MemoryAccount last = account(budget, "last");
        assertFalse(last.growWaitingFrame(1, 0), "of 250");
        MemoryAccount reading = account(budget, "reading");
        assertTrue(reading.charge(MemoryPart.PARTIAL_FRAMES, 250));
        assertEquals(terminated, List.of());
    }

    /** It is terminated before any other connection, with a reason that states the size and the bound. */
    public void theGreediestIsTerminated() {
        MemoryBudget budget = new MemoryBudget(1000);
        MemoryAccount greedy = account(budget, "greedy");
        MemoryAccount modest = account(budget, "modest");
        MemoryAccount other = account(budget, "other");
        hold(greedy, 500);
        hold(other, 100);
        hold(modest, 400);
        assertEquals(terminated, List.of());
        hold(modest, 1);
        assertEquals(terminated.size(), 1);
        assertTrue(terminated.get(0).startsWith("greedy: it uses 500 bytes"), terminated.toString());
        assertTrue(terminated.get(0).endsWith("which use 1001; maxBufferedBytes is 1000"), terminated.toString());
        assertFalse(greedy.isOpen());
        assertEquals(budget.usedBytes(), 501);
        assertEquals(budget.terminations(), 1);
        greedy.release(MemoryPart.BUFFERED_REPLIES, 500);
        greedy.close();
        assertEquals(budget.usedBytes(), 501);
    }

    /** Connections are terminated one after the other, largest first; frames that cannot be dropped do not count. */
    public void terminatesAsManyAsNecessary() {
        MemoryBudget budget = new MemoryBudget(1000);
        for (int i = 1; i <= 3; i++) {
            hold(account(budget, Integer.toString(i)), 100L * i);
        }
        assertTrue(account(budget, "large").addWaitingFrames(880, null));
        assertEquals(terminated.stream().map(reason -> reason.substring(0, 1)).toList(), List.of("3", "2"));
        assertEquals(budget.usedBytes(), 980);
    }

    public void aReplyLargerThanTheBudget() {
        MemoryBudget budget = new MemoryBudget(1000);
        MemoryAccount modest = account(budget, "modest");
        hold(modest, 10);
        MemoryAccount large = account(budget, "large");
        assertFalse(large.charge(MemoryPart.UNSENT_REPLIES, 5000));
        assertEquals(budget.usedBytes(), 10);
        assertEquals(budget.terminations(), 1);
        assertTrue(modest.isOpen());
    }

    public void waitingFramesAreDropped() {
        MemoryBudget budget = new MemoryBudget(100_000);
        MemoryAccount greedy = account(budget, "greedy");
        List<Frames> waiting = List.of(new Frames(70_000), new Frames(10_000), new Frames(5_000));
        for (Frames frames : waiting) {
            assertTrue(greedy.mustBeDroppable(frames.bytes()));
            assertTrue(greedy.addWaitingFrames(frames.bytes(), frames));
        }
        greedy.removeWaitingFrames(10_000, waiting.get(1));
        MemoryAccount other = account(budget, "other");
        hold(other, 30_000);
        assertEquals(terminated.size(), 1);
        assertEquals(waiting.stream().map(frames -> frames.drops().get()).toList(), List.of(1, 0, 1));
        assertEquals(budget.usedBytes(), 30_000);
        greedy.removeWaitingFrames(70_000, waiting.get(0));
        greedy.removeWaitingFrames(5_000, waiting.get(2));
        assertEquals(budget.usedBytes(), 30_000, "once");
    }

    /** The frames of a connection that the peer closed can still be dropped. */
    public void framesOfAClosedConnection() {
        MemoryBudget budget = new MemoryBudget(100_000);
        MemoryAccount gone = account(budget, "gone");
        Frames frames = new Frames(80_000);
        assertTrue(gone.addWaitingFrames(80_000, frames));
        gone.close();
        hold(account(budget, "other"), 30_000);
        assertEquals(terminated, List.of());
        assertEquals(budget.terminations(), 0);
        assertEquals(frames.drops().get(), 1);
        assertEquals(budget.usedBytes(), 30_000);
    }

    public void smallFramesNeedNotBeDroppable() {
        MemoryBudget budget = new MemoryBudget(1 << 20);
        MemoryAccount account = account(budget, "a");
        assertFalse(account.mustBeDroppable((64 << 10) - 1));
        assertTrue(account.mustBeDroppable(64 << 10));
        hold(account, 1 << 19);
        assertTrue(account.mustBeDroppable(1));
    }

    /** Threads charge, move and release at random while others close accounts: no bytes remain, and the bound holds. */
    public void concurrentChangesLeaveNothingOver() throws Exception {
        MemoryBudget budget = new MemoryBudget(100_000);
        MemoryAccount[] shared = new MemoryAccount[2_000];
        for (int i = 0; i < shared.length; i++) {
            shared[i] = account(budget, "a" + i);
        }
        CyclicBarrier barrier = new CyclicBarrier(3);
        List<Callable<Void>> threads = new ArrayList<>();
        for (int thread = 0; thread < 2; thread++) {
            Random random = new Random(thread);
            threads.add(() -> {
                barrier.await();
                for (MemoryAccount account : shared) {
                    for (int round = 0; round < 20; round++) {
                        use(account, random);
                    }
                }
                return null;
            });
        }
        threads.add(() -> {
            barrier.await();
            for (MemoryAccount account : shared) {
                account.close();
                assertTrue(budget.usedBytes() <= 300_000, "two threads exceed it by one charge each");
            }
            return null;
        });
        runTogether(threads);
        assertEquals(budget.usedBytes(), 0);
        for (MemoryPart part : MemoryPart.values()) {
            assertEquals(budget.usedBytes(part), 0, part.toString());
        }
    }

    private static void use(MemoryAccount account, Random random) {
        int bytes = random.nextInt(60_000);
        boolean charged = account.charge(MemoryPart.PARTIAL_FRAMES, bytes);
        Frames frames = random.nextBoolean() ? new Frames(bytes) : null;
        account.addWaitingFrames(bytes, frames);
        if (charged) {
            account.release(MemoryPart.PARTIAL_FRAMES, bytes);
        }
        if (account.charge(MemoryPart.BUFFERED_REPLIES, bytes)) {
            account.moveToUnsent(bytes);
            account.release(MemoryPart.UNSENT_REPLIES, bytes);
        }
        account.removeWaitingFrames(bytes, frames);
    }

    /** Several threads that exceed the budget at once terminate no more connections than one would. */
    public void concurrentExcessTerminatesOneConnection() throws Exception {
        for (int round = 0; round < 200; round++) {
            MemoryBudget budget = new MemoryBudget(1000);
            MemoryAccount greedy = account(budget, "greedy");
            hold(greedy, 900);
            CyclicBarrier barrier = new CyclicBarrier(4);
            List<Callable<Void>> threads = new ArrayList<>();
            for (int thread = 0; thread < 4; thread++) {
                MemoryAccount modest = account(budget, "modest");
                threads.add(() -> {
                    barrier.await();
                    assertTrue(modest.charge(MemoryPart.UNSENT_REPLIES, 200));
                    return null;
                });
            }
            runTogether(threads);
            assertEquals(budget.terminations(), 1);
            assertEquals(budget.usedBytes(), 800);
        }
    }

    private static void runTogether(List<Callable<Void>> tasks) throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(tasks.size());
        try {
            List<Future<Void>> results = new ArrayList<>();
            for (Callable<Void> task : tasks) {
                results.add(threads.submit(task));
            }
            for (Future<Void> result : results) {
                result.get(50, TimeUnit.SECONDS);
            }
        } finally {
            threads.shutdownNow();
        }
    }
}
