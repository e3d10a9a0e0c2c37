package io.grizzlythrift.strategy.internal.queue;

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

    private static QueuedWork work(FlowState flow, int calls) {
        return new QueuedWork(flow, FlowState.NORMAL_PRIORITY, calls > 1);
    }

    /** Adds a read with one call. */
    private static QueuedWork add(FairQueue<QueuedWork> queue, FlowState flow) {
        return add(queue, flow, 1);
    }

    private static QueuedWork add(FairQueue<QueuedWork> queue, FlowState flow, int calls) {
        QueuedWork work = work(flow, calls);
        queue.add(work);
        return work;
    }

    @Test
    void oneFlowIsFirstInFirstOut() {
        FairQueue<QueuedWork> queue = new FairQueue<>(PLENTY, PLENTY);
        FlowState flow = new FlowState();
        List<QueuedWork> added = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            added.add(add(queue, flow));
        }
        for (QueuedWork work : added) {
            assertSame(queue.poll(), work);
        }
        assertNull(queue.poll());
        assertTrue(queue.isEmpty());
    }

    @Test
    void flowsTakeTurns() {
        FairQueue<QueuedWork> queue = new FairQueue<>(PLENTY, PLENTY);
        FlowState[] flows = {new FlowState(), new FlowState(), new FlowState()};
        for (FlowState flow : flows) {
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
        FairQueue<QueuedWork> queue = fiftyFlowsThatHadATurn();
        QueuedWork sparse = add(queue, new FlowState());
        assertSame(queue.poll(), sparse);
    }

    /** Even if the flow has just been served. */
    @Test
    void aFlowWithOneReadAtATimeNeverWaitsForARotation() {
        FairQueue<QueuedWork> queue = fiftyFlowsThatHadATurn();
        FlowState sparse = new FlowState();
        for (int call = 0; call < 10; call++) {
            QueuedWork work = add(queue, sparse);
            assertSame(queue.poll(), work, "call " + call);
            queue.end(work, false);
            queue.poll(); // another thread becomes free
        }
    }

    /** A peer's next call may arrive before the thread that replied to the previous one reports that it has finished. */
    @Test
    void aFlowWhoseReplyIsOnItsWayIsNew() {
        FairQueue<QueuedWork> queue = fiftyFlowsThatHadATurn();
        FlowState sparse = new FlowState();
        QueuedWork first = add(queue, sparse);
        assertSame(queue.poll(), first);
        first.beginFlush();
        QueuedWork second = add(queue, sparse);
        queue.end(first, false);
        assertSame(queue.poll(), second);
    }

    @Test
    void aFlowWithACallThatRunsIsNotNew() {
        FairQueue<QueuedWork> queue = fiftyFlowsThatHadATurn();
        FlowState flow = new FlowState();
        add(queue, flow);
        assertSame(queue.poll().flow, flow);
        add(queue, flow);
        assertNotSame(queue.poll().flow, flow);
    }

    /** Even though the work started last has ended. */
    @Test
    void aFlowWithASlowCallBehindAQuickOneIsNotNew() {
        FairQueue<QueuedWork> queue = fiftyFlowsThatHadATurn();
        FlowState flow = new FlowState();
        QueuedWork slow = add(queue, flow);
        assertSame(queue.poll(), slow);
        QueuedWork quick = work(flow, 1);
        queue.begin(quick);
        quick.beginFlush();
        queue.end(quick, false);
        add(queue, flow);
        assertNotSame(queue.poll().flow, flow);
    }

    /** Two threads run a batch: one finds no call left while the other still runs one. */
    @Test
    void aFlowWhoseHelperIsDoneIsNotNew() {
        FairQueue<QueuedWork> queue = fiftyFlowsThatHadATurn();
        FlowState flow = new FlowState();
        QueuedWork work = work(flow, 2);
        queue.begin(work);
        queue.begin(work);
        work.beginFlush();
        queue.end(work, false);
        add(queue, flow);
        assertNotSame(queue.poll().flow, flow);
    }

    /** The flow has its share, one of two threads, until the thread reports that it has finished. */
    @Test
    void aBlockedFlowWhoseReplyIsOnItsWayIsNew() {
        FairQueue<QueuedWork> queue = new FairQueue<>(PLENTY, 2);
        FlowState sparse = new FlowState();
        QueuedWork first = add(queue, sparse);
        assertSame(queue.poll(), first);
        for (int i = 0; i < 3; i++) {
            add(queue, new FlowState(), 2);
        }
        first.beginFlush();
        QueuedWork second = add(queue, sparse);
        queue.end(first, false);
        assertSame(queue.poll(), second);
    }

    @Test
    void aBlockedFlowWithACallThatRunsIsNotNew() {
        FairQueue<QueuedWork> queue = new FairQueue<>(PLENTY, 2);
        FlowState flow = new FlowState();
        QueuedWork first = add(queue, flow);
        assertSame(queue.poll(), first);
        QueuedWork other = add(queue, new FlowState(), 2);
        QueuedWork second = add(queue, flow);
        queue.end(first, false);
        assertSame(queue.poll(), other);
        assertSame(queue.poll(), second);
    }

    /** Even if many connections start to send many calls per read at the same time. */
    @Test
    void aReadOfSeveralCallsIsABacklog() {
        FairQueue<QueuedWork> queue = new FairQueue<>(PLENTY, PLENTY);
        QueuedWork greedy = add(queue, new FlowState(), 2);
        QueuedWork sparse = add(queue, new FlowState());
        assertSame(queue.poll(), sparse);
        assertSame(queue.poll(), greedy);
    }

    /** Makes old flows with queued work. */
    private static FairQueue<QueuedWork> fiftyFlowsThatHadATurn() {
        FairQueue<QueuedWork> queue = new FairQueue<>(PLENTY, PLENTY);
        for (int flow = 0; flow < 50; flow++) {
            FlowState greedy = new FlowState();
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
        FairQueue<QueuedWork> queue = new FairQueue<>(PLENTY, PLENTY);
        FlowState greedy = new FlowState();
        for (int i = 0; i < 6; i++) {
            add(queue, greedy);
        }
        queue.poll();
        assertSame(queue.poll().flow, greedy, "an old flow now");
        for (int i = 0; i < 20; i++) {
            add(queue, new FlowState());
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
        FairQueue<QueuedWork> queue = new FairQueue<>(PLENTY, PLENTY);
        FlowState[] flows = {new FlowState(), new FlowState(), new FlowState()};
        List<QueuedWork> running = new ArrayList<>();
        for (FlowState flow : flows) {
            QueuedWork work = work(flow, 2);
            queue.begin(work);
            running.add(work);
        }
        queue.end(running.get(0), true);
        queue.end(running.get(1), true);
        QueuedWork sparse = add(queue, new FlowState());
        queue.end(running.get(2), true);
        assertSame(queue.poll(), sparse);
        for (FlowState flow : flows) {
            assertSame(queue.poll().flow, flow);
        }
    }

    @Test
    void whatIsLeftGoesBeforeLaterReadsOfItsFlowAndBehindOtherFlows() {
        FairQueue<QueuedWork> queue = new FairQueue<>(PLENTY, PLENTY);
        FlowState flow = new FlowState();
        QueuedWork first = add(queue, flow);
        QueuedWork second = add(queue, flow);
        QueuedWork other = add(queue, new FlowState());
        assertSame(queue.poll(), first);
        queue.end(first, true);
        assertSame(queue.poll(), other);
        assertSame(queue.poll(), first);
        queue.end(first, false);
        assertSame(queue.poll(), second);
    }

    /** Eight threads; two are spare. */
    @Test
    void aFlowAloneGetsAllThreadsAndEachBeyondItsShareEntitlesOthersToASpareOne() {
        FairQueue<QueuedWork> queue = new FairQueue<>(PLENTY, 8);
        FlowState greedy = new FlowState();
        List<QueuedWork> begun = begin(queue, greedy, 8);
        add(queue, greedy);
        assertNull(queue.poll(), "all threads run its work");
        assertFalse(queue.othersWait(new FlowState().normal), "the queued work may not be taken");
        FlowState late = new FlowState();
        assertTrue(queue.mayBegin(late));
        List<QueuedWork> later = begin(queue, late, 2);
        add(queue, late);
        assertFalse(queue.mayBegin(new FlowState()), "ten threads run");
        assertNull(queue.poll());
        assertTrue(queue.othersWait(greedy.normal));
        queue.end(begun.get(0), false);
        queue.end(begun.get(1), false);
        assertNull(queue.poll(), "eight threads run, and the first flow has its share");
        queue.end(begun.get(2), false);
        assertSame(queue.poll().flow, late, "the eighth");
        assertNull(queue.poll());
        later.forEach(work -> queue.end(work, false));
        assertSame(queue.poll().flow, greedy, "the first flow has less than its share");
        QueuedWork more = add(queue, greedy);
        assertSame(queue.poll(), more, "no other flow waits");
        assertNull(queue.poll());
    }

    private static List<QueuedWork> begin(FairQueue<QueuedWork> queue, FlowState flow, int count) {
        List<QueuedWork> begun = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            QueuedWork work = add(queue, flow);
            assertSame(queue.poll(), work);
            begun.add(work);
        }
        return begun;
    }

    /** Also if work of the flow is not queued first. */
    @Test
    void aFlowDoesNotExceedItsShareWhileAnotherOneWaits() {
        FairQueue<QueuedWork> queue = new FairQueue<>(PLENTY, 8);
        FlowState greedy = new FlowState();
        begin(queue, greedy, 6);
        assertTrue(queue.mayBegin(greedy));
        QueuedWork other = add(queue, new FlowState());
        assertFalse(queue.mayBegin(greedy));
        add(queue, greedy);
        assertSame(queue.poll(), other);
        assertTrue(queue.mayBegin(greedy), "no other flow waits any longer");
        assertSame(queue.poll().flow, greedy);
        assertNull(queue.poll(), "eight threads run");
    }

    /** Of the flow that has its share; others go first. */
    @Test
    void aFlowBeyondItsShareIsServedByPriority() {
        FairQueue<QueuedWork> queue = new FairQueue<>(PLENTY, 8);
        FlowState greedy = new FlowState();
        begin(queue, greedy, 6);
        QueuedWork low = new QueuedWork(greedy, FlowState.PRIORITIES - 1, false);
        queue.add(low);
        QueuedWork high = new QueuedWork(greedy, 0, false);
        queue.add(high);
        assertSame(queue.poll(), high);
        assertSame(queue.poll(), low);
    }

    @Test
    void smallPoolsHaveASpareThreadAndASingleThreadHasNone() {
        assertEquals(FairQueue.spareThreads(1), 0);
        assertEquals(FairQueue.spareThreads(2), 1);
        assertEquals(FairQueue.spareThreads(7), 1);
        assertEquals(FairQueue.spareThreads(8), 2);
        FairQueue<QueuedWork> single = new FairQueue<>(PLENTY, 1);
        begin(single, new FlowState(), 1);
        assertFalse(single.mayBegin(new FlowState()));
        FairQueue<QueuedWork> two = new FairQueue<>(PLENTY, 2);
        begin(two, new FlowState(), 2);
        begin(two, new FlowState(), 1);
        assertFalse(two.mayBegin(new FlowState()));
    }

    @Test
    void oneEntryStandsForAllTheHelpOfABatch() {
        FairQueue<QueuedWork> queue = new FairQueue<>(PLENTY, PLENTY);
        QueuedWork work = work(new FlowState(), 2);
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
        FairQueue<QueuedWork> queue = new FairQueue<>(96, PLENTY);
        FlowState greedy = new FlowState();
        int places = 0;
        for (; queue.hasRoomFor(greedy.normal); places++) {
            add(queue, greedy);
        }
        assertEquals(places, 80);
        for (int flow = 0; flow < 16; flow++) {
            FlowState sparse = new FlowState();
            assertTrue(queue.hasRoomFor(sparse.normal));
            add(queue, sparse);
            assertFalse(queue.hasRoomFor(greedy.normal));
        }
    }

    @Test
    void manyGreedyFlowsLeaveRoomForANewOne() {
        FairQueue<QueuedWork> queue = new FairQueue<>(16_384, PLENTY);
        List<FlowState> flows = new ArrayList<>();
        for (int i = 0; i < 50; i++) {
            flows.add(new FlowState());
        }
        for (boolean more = true; more; ) {
            more = false;
            for (FlowState flow : flows) {
                if (queue.hasRoomFor(flow.normal)) {
                    add(queue, flow);
                    more = true;
                }
            }
        }
        assertTrue(queue.waitingReads() > 15_000, queue.waitingReads() + " reads wait");
        assertTrue(queue.hasRoomFor(new FlowState().normal));
    }

    /** Each flow sees the places that the flows before it have left. */
    @Test
    void manyFlowsThatTakeAllTheyCanAtOnceLeaveRoomForANewOne() {
        FairQueue<QueuedWork> queue = new FairQueue<>(16_384, PLENTY);
        for (int i = 0; i < 1_000; i++) {
            FlowState flow = new FlowState();
            while (queue.hasRoomFor(flow.normal)) {
                add(queue, flow);
            }
        }
        assertTrue(queue.waitingReads() > 15_000, queue.waitingReads() + " reads wait");
        assertTrue(queue.hasRoomFor(new FlowState().normal));
    }

    /** If there are few places, one flow may take all of them. */
    @Test
    void eightPlacesAreForAnyFlow() {
        for (int capacity = 1; capacity <= FairShare.ALPHA; capacity++) {
            FairQueue<QueuedWork> queue = new FairQueue<>(capacity, PLENTY);
            FlowState flow = new FlowState();
            for (int i = 0; i < capacity; i++) {
                assertTrue(queue.hasRoomFor(flow.normal), i + " of " + capacity);
                add(queue, flow);
            }
            assertFalse(queue.hasRoomFor(new FlowState().normal));
        }
    }

    @Test
    void othersWait() {
        FairQueue<QueuedWork> queue = new FairQueue<>(PLENTY, PLENTY);
        FlowState mine = new FlowState();
        assertFalse(queue.othersWait(mine.normal));
        add(queue, mine);
        assertFalse(queue.othersWait(mine.normal), "its own batches");
        assertTrue(queue.othersWait(new FlowState().normal));
        add(queue, new FlowState());
        assertTrue(queue.othersWait(mine.normal));
        queue.poll();
        queue.poll();
        assertFalse(queue.othersWait(new FlowState().normal));
    }

    @Test
    void drainTakesEverything() {
        FairQueue<QueuedWork> queue = new FairQueue<>(PLENTY, 2);
        FlowState blocked = new FlowState();
        QueuedWork first = add(queue, blocked);
        QueuedWork second = add(queue, blocked);
        add(queue, new FlowState());
        QueuedWork ready = add(queue, new FlowState());
        assertSame(queue.poll(), first);
        queue.poll();
        assertNull(queue.poll());
        assertSame(queue.drain(), ready);
        assertSame(queue.drain(), second);
        assertNull(queue.drain());
        assertEquals(queue.waitingReads(), 0);
    }
}
