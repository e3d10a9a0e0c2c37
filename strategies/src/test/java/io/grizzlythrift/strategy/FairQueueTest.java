package io.grizzlythrift.strategy;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertFalse;
import static org.testng.Assert.assertNotSame;
import static org.testng.Assert.assertNull;
import static org.testng.Assert.assertSame;
import static org.testng.Assert.assertTrue;

import java.util.ArrayList;
import java.util.List;
import org.testng.annotations.Test;

/** Tests the order of flows, and the bounds on a flow's threads and queue places. */
public final class FairQueueTest {
    private static final int PLENTY = 1_000;

    private static Work work(CallFlow flow, int calls) {
        return new Work(BlockingBatch.released(flow, calls));
    }

    /** Adds a read with one call. */
    private static Work add(FairQueue queue, CallFlow flow) {
        return add(queue, flow, 1);
    }

    private static Work add(FairQueue queue, CallFlow flow, int calls) {
        Work work = work(flow, calls);
        queue.add(work);
        return work;
    }

    @Test
    void oneFlowIsFirstInFirstOut() {
        FairQueue queue = new FairQueue(PLENTY, PLENTY);
        CallFlow flow = new CallFlow();
        List<Work> added = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            added.add(add(queue, flow));
        }
        for (Work work : added) {
            assertSame(queue.poll(), work);
        }
        assertNull(queue.poll());
        assertTrue(queue.isEmpty());
    }

    @Test
    void flowsTakeTurns() {
        FairQueue queue = new FairQueue(PLENTY, PLENTY);
        CallFlow[] flows = {new CallFlow(), new CallFlow(), new CallFlow()};
        for (CallFlow flow : flows) {
            for (int i = 0; i < 5; i++) {
                add(queue, flow);
            }
        }
        for (int turn = 0; turn < 15; turn++) {
            assertSame(queue.poll().flow, flows[turn % 3], "turn " + turn);
        }
        assertNull(queue.poll());
    }

    @Test
    void aFlowWithoutABacklogGoesFirst() {
        FairQueue queue = fiftyFlowsThatHadATurn();
        Work sparse = add(queue, new CallFlow());
        assertSame(queue.poll(), sparse);
    }

    /** Even if the flow has just been served. */
    @Test
    void aFlowWithOneReadAtATimeNeverWaitsForARotation() {
        FairQueue queue = fiftyFlowsThatHadATurn();
        CallFlow sparse = new CallFlow();
        for (int call = 0; call < 10; call++) {
            Work work = add(queue, sparse);
            assertSame(queue.poll(), work, "call " + call);
            queue.end(work, false);
            queue.poll(); // another thread becomes free
        }
    }

    /** A peer's next call may arrive before the thread that replied to the previous one reports that it has finished. */
    @Test
    void aFlowWhoseReplyIsOnItsWayIsNew() {
        FairQueue queue = fiftyFlowsThatHadATurn();
        CallFlow sparse = new CallFlow();
        Work first = add(queue, sparse);
        assertSame(queue.poll(), first);
        first.isFlushing = true;
        Work second = add(queue, sparse);
        queue.end(first, false);
        assertSame(queue.poll(), second);
    }

    @Test
    void aFlowWithACallThatRunsIsNotNew() {
        FairQueue queue = fiftyFlowsThatHadATurn();
        CallFlow flow = new CallFlow();
        add(queue, flow);
        assertSame(queue.poll().flow, flow);
        add(queue, flow);
        assertNotSame(queue.poll().flow, flow);
    }

    /** Even though the work started last has ended. */
    @Test
    void aFlowWithASlowCallBehindAQuickOneIsNotNew() {
        FairQueue queue = fiftyFlowsThatHadATurn();
        CallFlow flow = new CallFlow();
        Work slow = add(queue, flow);
        assertSame(queue.poll(), slow);
        Work quick = work(flow, 1);
        queue.begin(quick);
        quick.isFlushing = true;
        queue.end(quick, false);
        add(queue, flow);
        assertNotSame(queue.poll().flow, flow);
    }

    /** Two threads run a batch: one finds no call left while the other still runs one. */
    @Test
    void aFlowWhoseHelperIsDoneIsNotNew() {
        FairQueue queue = fiftyFlowsThatHadATurn();
        CallFlow flow = new CallFlow();
        Work work = work(flow, 2);
        queue.begin(work);
        queue.begin(work);
        work.isFlushing = true;
        queue.end(work, false);
        add(queue, flow);
        assertNotSame(queue.poll().flow, flow);
    }

    /** With one thread per flow, the flow stays blocked for the next call until the thread reports that it has finished. */
    @Test
    void aBlockedFlowWhoseReplyIsOnItsWayIsNew() {
        FairQueue queue = new FairQueue(PLENTY, 1);
        CallFlow sparse = new CallFlow();
        Work first = add(queue, sparse);
        assertSame(queue.poll(), first);
        for (int i = 0; i < 3; i++) {
            add(queue, new CallFlow(), 2);
        }
        first.isFlushing = true;
        Work second = add(queue, sparse);
        queue.end(first, false);
        assertSame(queue.poll(), second);
    }

    @Test
    void aBlockedFlowWithACallThatRunsIsNotNew() {
        FairQueue queue = new FairQueue(PLENTY, 1);
        CallFlow flow = new CallFlow();
        Work first = add(queue, flow);
        assertSame(queue.poll(), first);
        Work other = add(queue, new CallFlow(), 2);
        Work second = add(queue, flow);
        queue.end(first, false);
        assertSame(queue.poll(), other);
        assertSame(queue.poll(), second);
    }

    /** Even if many connections start to send many calls per read at the same time. */
    @Test
    void aReadOfSeveralCallsIsABacklog() {
        FairQueue queue = new FairQueue(PLENTY, PLENTY);
        Work greedy = add(queue, new CallFlow(), 2);
        Work sparse = add(queue, new CallFlow());
        assertSame(queue.poll(), sparse);
        assertSame(queue.poll(), greedy);
    }

    /** Makes old flows with queued work. */
    private static FairQueue fiftyFlowsThatHadATurn() {
        FairQueue queue = new FairQueue(PLENTY, PLENTY);
        for (int flow = 0; flow < 50; flow++) {
            CallFlow greedy = new CallFlow();
            for (int i = 0; i < 5; i++) {
                add(queue, greedy);
            }
        }
        for (int turn = 0; turn < 100; turn++) {
            queue.poll();
        }
        return queue;
    }

    @Test
    void newFlowsDoNotStarveOldOnes() {
        FairQueue queue = new FairQueue(PLENTY, PLENTY);
        CallFlow greedy = new CallFlow();
        for (int i = 0; i < 6; i++) {
            add(queue, greedy);
        }
        queue.poll();
        assertSame(queue.poll().flow, greedy, "an old flow now");
        for (int i = 0; i < 20; i++) {
            add(queue, new CallFlow());
        }
        for (int round = 1; round <= 4; round++) {
            for (int turn = 1; turn <= FlowRotation.MAX_NEW_IN_A_ROW; turn++) {
                assertNotSame(queue.poll().flow, greedy, "turn " + turn + " of round " + round);
            }
            assertSame(queue.poll().flow, greedy, "round " + round);
        }
        for (int i = 0; i < 8; i++) {
            assertNotSame(queue.poll().flow, greedy, "it has nothing queued");
        }
        assertNull(queue.poll());
    }

    /** The rest of a batch does not make its flow a new one, even if nothing else of the flow is queued. */
    @Test
    void aFlowThatIsBeingServedIsNotNew() {
        FairQueue queue = new FairQueue(PLENTY, PLENTY);
        CallFlow[] flows = {new CallFlow(), new CallFlow(), new CallFlow()};
        List<Work> running = new ArrayList<>();
        for (CallFlow flow : flows) {
            Work work = work(flow, 2);
            queue.begin(work);
            running.add(work);
        }
        queue.end(running.get(0), true);
        queue.end(running.get(1), true);
        Work sparse = add(queue, new CallFlow());
        queue.end(running.get(2), true);
        assertSame(queue.poll(), sparse);
        for (CallFlow flow : flows) {
            assertSame(queue.poll().flow, flow);
        }
    }

    @Test
    void whatIsLeftGoesBeforeLaterReadsOfItsFlowAndBehindOtherFlows() {
        FairQueue queue = new FairQueue(PLENTY, PLENTY);
        CallFlow flow = new CallFlow();
        Work first = add(queue, flow);
        Work second = add(queue, flow);
        Work other = add(queue, new CallFlow());
        assertSame(queue.poll(), first);
        queue.end(first, true);
        assertSame(queue.poll(), other);
        assertSame(queue.poll(), first);
        queue.end(first, false);
        assertSame(queue.poll(), second);
    }

    @Test
    void noMoreThreadsWorkForAFlowThanMay() {
        FairQueue queue = new FairQueue(PLENTY, 2);
        CallFlow greedy = new CallFlow();
        Work first = add(queue, greedy);
        Work second = add(queue, greedy);
        Work third = add(queue, greedy);
        assertSame(queue.poll(), first);
        assertSame(queue.poll(), second);
        assertNull(queue.poll(), "two threads run its work");
        assertFalse(queue.othersWait(new CallFlow().normal), "the queued work may not be taken");
        Work other = add(queue, new CallFlow());
        assertSame(queue.poll(), other);
        assertNull(queue.poll());
        queue.end(first, false);
        assertSame(queue.poll(), third);
    }

    @Test
    void oneEntryStandsForAllTheHelpOfABatch() {
        FairQueue queue = new FairQueue(PLENTY, PLENTY);
        Work work = work(new CallFlow(), 2);
        queue.begin(work);
        queue.addFirst(work);
        assertEquals(queue.waitingReads(), 0, "a thread is running it");
        queue.end(work, true);
        assertEquals(queue.waitingReads(), 1, "no thread is running it");
        assertSame(queue.poll(), work);
        assertEquals(queue.waitingReads(), 0);
        assertNull(queue.poll());
        queue.addFirst(work);
        queue.end(work, false);
        assertTrue(queue.isEmpty(), "a helper would find nothing");
    }

    @Test
    void oneFlowAloneHasNearlyAllPlacesAndANewOneAlwaysFindsOne() {
        FairQueue queue = new FairQueue(96, PLENTY);
        CallFlow greedy = new CallFlow();
        int places = 0;
        for (; queue.hasRoomFor(greedy.normal); places++) {
            add(queue, greedy);
        }
        assertEquals(places, 80);
        for (int flow = 0; flow < 16; flow++) {
            CallFlow sparse = new CallFlow();
            assertTrue(queue.hasRoomFor(sparse.normal));
            add(queue, sparse);
            assertFalse(queue.hasRoomFor(greedy.normal));
        }
    }

    @Test
    void manyGreedyFlowsLeaveRoomForANewOne() {
        FairQueue queue = new FairQueue(16_384, PLENTY);
        List<CallFlow> flows = new ArrayList<>();
        for (int i = 0; i < 50; i++) {
            flows.add(new CallFlow());
        }
        for (boolean more = true; more; ) {
            more = false;
            for (CallFlow flow : flows) {
                if (queue.hasRoomFor(flow.normal)) {
                    add(queue, flow);
                    more = true;
                }
            }
        }
        assertTrue(queue.waitingReads() > 15_000, queue.waitingReads() + " reads wait");
        assertTrue(queue.hasRoomFor(new CallFlow().normal));
    }

    /** Each flow sees the places that the flows before it have left. */
    @Test
    void manyFlowsThatTakeAllTheyCanAtOnceLeaveRoomForANewOne() {
        FairQueue queue = new FairQueue(16_384, PLENTY);
        for (int i = 0; i < 1_000; i++) {
            CallFlow flow = new CallFlow();
            while (queue.hasRoomFor(flow.normal)) {
                add(queue, flow);
            }
        }
        assertTrue(queue.waitingReads() > 15_000, queue.waitingReads() + " reads wait");
        assertTrue(queue.hasRoomFor(new CallFlow().normal));
    }

    /** If there are few places, one flow may take all of them. */
    @Test
    void eightPlacesAreForAnyFlow() {
        for (int capacity = 1; capacity <= FairShare.ALPHA; capacity++) {
            FairQueue queue = new FairQueue(capacity, PLENTY);
            CallFlow flow = new CallFlow();
            for (int i = 0; i < capacity; i++) {
                assertTrue(queue.hasRoomFor(flow.normal), i + " of " + capacity);
                add(queue, flow);
            }
            assertFalse(queue.hasRoomFor(new CallFlow().normal));
        }
    }

    @Test
    void othersWait() {
        FairQueue queue = new FairQueue(PLENTY, PLENTY);
        CallFlow mine = new CallFlow();
        assertFalse(queue.othersWait(mine.normal));
        add(queue, mine);
        assertFalse(queue.othersWait(mine.normal), "its own batches");
        assertTrue(queue.othersWait(new CallFlow().normal));
        add(queue, new CallFlow());
        assertTrue(queue.othersWait(mine.normal));
        queue.poll();
        queue.poll();
        assertFalse(queue.othersWait(new CallFlow().normal));
    }

    @Test
    void drainTakesEverything() {
        FairQueue queue = new FairQueue(PLENTY, 1);
        CallFlow blocked = new CallFlow();
        add(queue, blocked);
        add(queue, blocked);
        add(queue, new CallFlow());
        add(queue, new CallFlow());
        queue.poll();
        queue.poll();
        queue.poll();
        assertNull(queue.poll());
        assertSame(queue.drain().flow, blocked);
        assertNull(queue.drain());
        assertEquals(queue.waitingReads(), 0);
    }
}
