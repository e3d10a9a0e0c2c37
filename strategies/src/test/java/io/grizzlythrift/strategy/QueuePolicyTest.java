package io.grizzlythrift.strategy;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertFalse;
import static org.testng.Assert.assertNull;
import static org.testng.Assert.assertSame;
import static org.testng.Assert.assertTrue;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import org.testng.annotations.Test;

/** Tests the order of a queue by priority, and under overload. */
public final class QueuePolicyTest {
    private static final int PLENTY = 1_000;
    private static final int LOWEST = CallBatch.PRIORITIES - 1;
    private static final Duration INTERVAL = Duration.ofMillis(100);

    private final AtomicLong clock = new AtomicLong();

    private FairQueue queue(int maxThreadsPerFlow, QueuePolicy policy) {
        clock.set(1); // times are odd, by rounding
        FairQueue queue = new FairQueue(PLENTY, maxThreadsPerFlow, clock::get);
        queue.apply(policy);
        return queue;
    }

    private FairQueue prioritized(int maxThreadsPerFlow) {
        return queue(maxThreadsPerFlow, new QueuePolicy(true, Optional.empty()));
    }

    private FairQueue detectingOverload(int maxThreadsPerFlow) {
        return queue(maxThreadsPerFlow, new QueuePolicy(false, Optional.of(INTERVAL)));
    }

    private void pass(Duration time) {
        clock.addAndGet(time.toNanos());
    }

    private static Work add(FairQueue queue, CallFlow flow, int priority) {
        BlockingBatch batch = BlockingBatch.released(flow, 1);
        batch.priority = priority;
        Work work = new Work(batch);
        queue.add(work);
        return work;
    }

    private static Work add(FairQueue queue, CallFlow flow) {
        return add(queue, flow, CallBatch.NORMAL_PRIORITY);
    }

    @Test
    void higherPrioritiesGoFirstAndOlderWorkWithinOne() {
        FairQueue queue = prioritized(PLENTY);
        List<Work> expected = new ArrayList<>();
        List<Work> normal = new ArrayList<>();
        CallFlow flow = new CallFlow();
        Work low = add(queue, flow, LOWEST);
        for (int i = 0; i < 3; i++) {
            normal.add(add(queue, new CallFlow()));
        }
        expected.add(add(queue, flow, 0)); // of the same flow, behind its own work
        expected.add(add(queue, new CallFlow(), 0));
        expected.addAll(normal);
        expected.add(low);
        for (Work work : expected) {
            assertSame(queue.poll(), work);
        }
        assertNull(queue.poll());
    }

    /** However many connections send nothing but calls of the highest priority. */
    @Test
    void noPriorityStarves() {
        FairQueue queue = prioritized(PLENTY);
        for (int priority = 0; priority < LOWEST; priority++) {
            for (int i = 0; i < PLENTY; i++) {
                add(queue, new CallFlow(), priority);
            }
        }
        CallFlow lowest = new CallFlow();
        for (int round = 0; round < 10; round++) {
            add(queue, lowest, LOWEST);
            int turns = 1;
            while (queue.poll().flow != lowest) {
                turns++;
            }
            assertTrue(turns <= PriorityLevels.MAX_WAIT, turns + " turns in round " + round);
        }
    }

    @Test
    void mostTurnsBelongToTheHighestPriority() {
        FairQueue queue = prioritized(PLENTY);
        for (int i = 0; i < PLENTY; i++) {
            add(queue, new CallFlow(), 0);
            add(queue, new CallFlow(), LOWEST);
        }
        int high = 0;
        for (int turn = 0; turn < 90; turn++) {
            high += queue.poll().queue.priority == 0 ? 1 : 0;
        }
        assertEquals(high, 80, "eight of nine");
    }

    /** A connection cannot get more threads by using several priorities. */
    @Test
    void threadsPerFlowAreThoseOfAllPriorities() {
        FairQueue queue = prioritized(2);
        CallFlow greedy = new CallFlow();
        Work[] work = new Work[CallBatch.PRIORITIES];
        for (int priority = 0; priority <= LOWEST; priority++) {
            work[priority] = add(queue, greedy, priority);
        }
        assertSame(queue.poll(), work[0]);
        assertSame(queue.poll(), work[1]);
        assertNull(queue.poll(), "two threads run its work");
        queue.end(work[1], false);
        assertSame(queue.poll(), work[2]);
        assertNull(queue.poll());
        queue.end(work[0], false);
        assertSame(queue.poll(), work[3]);
        queue.end(work[2], false);
        assertSame(queue.poll(), work[4]);
    }

    /** What is running does not hold up more important work of its own connection for longer than a slice. */
    @Test
    void anotherPriorityOfAFlowIsOtherWork() {
        FairQueue queue = prioritized(PLENTY);
        CallFlow flow = new CallFlow();
        Work running = add(queue, flow, LOWEST);
        queue.poll();
        assertFalse(queue.othersWait(running.queue));
        add(queue, flow, LOWEST);
        assertFalse(queue.othersWait(running.queue));
        add(queue, flow, 0);
        assertTrue(queue.othersWait(running.queue));
    }

    @Test
    void eachPriorityLeavesPlacesToHigherOnes() {
        FairQueue queue = prioritized(PLENTY);
        int[] places = new int[CallBatch.PRIORITIES];
        for (int priority = LOWEST; priority >= 0; priority--) {
            for (boolean more = true; more; ) {
                CallFlow flow = new CallFlow();
                queue.add(new Work(BlockingBatch.released(flow, 1))); // its first place is not subject to this
                more = queue.hasRoomFor(flow.queue(priority));
                places[priority] = queue.waitingReads();
            }
        }
        for (int priority = LOWEST; priority > 0; priority--) {
            int left = places[priority - 1] - places[priority];
            assertTrue(left >= PLENTY / 16 - 1, left + " places left by priority " + priority);
        }
        assertTrue(queue.hasRoomFor(new CallFlow().queue(LOWEST)), "the first place of a connection");
    }

    @Test
    void withoutPrioritiesNothingIsReserved() {
        assertEquals(QueuePolicy.FIFO.reservedFrom(LOWEST, PLENTY), 0);
        assertEquals(new QueuePolicy(true, Optional.empty()).reservedFrom(0, PLENTY), 0);
        assertEquals(
                new QueuePolicy(true, Optional.empty()).reservedFrom(LOWEST, Integer.MAX_VALUE), Integer.MAX_VALUE / 4);
    }

    @Test
    void theNewestGoesFirstOnceWorkHasWaitedForTheIntervalWithoutAPause() {
        FairQueue queue = detectingOverload(PLENTY);
        CallFlow flow = new CallFlow();
        Work first = add(queue, flow);
        Work second = add(queue, flow);
        Work third = add(queue, flow);
        Work fourth = add(queue, flow);
        pass(INTERVAL.minusNanos(2));
        assertFalse(queue.isOverloaded(flow));
        assertSame(queue.poll(), first);
        pass(Duration.ofNanos(2));
        assertTrue(queue.isOverloaded(new CallFlow()), "a matter of all flows");
        assertSame(queue.poll(), fourth);
        assertSame(queue.poll(), third);
        assertSame(queue.poll(), second);
        assertFalse(queue.isOverloaded(flow), "nothing waits");
    }

    /** Of connections that have one call each. */
    @Test
    void theNewestConnectionGoesFirstUnderOverload() {
        FairQueue queue = detectingOverload(PLENTY);
        Work oldest = add(queue, new CallFlow());
        pass(INTERVAL);
        Work newest = add(queue, new CallFlow());
        assertSame(queue.poll(), newest);
        assertSame(queue.poll(), oldest);
    }

    /** Connections with a backlog still take turns: a peer gets no more by sending more. */
    @Test
    void underOverloadFlowsStillTakeTurns() {
        FairQueue queue = detectingOverload(PLENTY);
        CallFlow[] flows = {new CallFlow(), new CallFlow(), new CallFlow()};
        for (int i = 0; i < 4; i++) {
            for (CallFlow flow : flows) {
                add(queue, flow);
                add(queue, flow);
            }
        }
        pass(INTERVAL);
        for (int turn = 0; turn < 8; turn++) {
            Set<CallFlow> served = new HashSet<>();
            for (int i = 0; i < flows.length; i++) {
                served.add(queue.poll().flow);
            }
            assertEquals(served.size(), flows.length, "turn " + turn);
        }
    }

    @Test
    void aMomentWithoutWaitingWorkEndsTheOverload() {
        FairQueue queue = detectingOverload(PLENTY);
        CallFlow flow = new CallFlow();
        add(queue, flow);
        pass(INTERVAL.multipliedBy(10));
        assertTrue(queue.isOverloaded(flow));
        queue.poll();
        Work first = add(queue, flow);
        add(queue, flow);
        assertFalse(queue.isOverloaded(flow));
        assertSame(queue.poll(), first);
    }

    /** A connection that keeps its threads busy is overloaded, the others are not. */
    @Test
    void aBlockedFlowIsOverloadedAlone() {
        FairQueue queue = detectingOverload(1);
        CallFlow greedy = new CallFlow();
        Work running = add(queue, greedy);
        assertSame(queue.poll(), running);
        add(queue, greedy);
        Work newest = add(queue, greedy);
        pass(INTERVAL);
        assertTrue(queue.isOverloaded(greedy));
        assertFalse(queue.isOverloaded(new CallFlow()));
        queue.end(running, false);
        assertSame(queue.poll(), newest);
    }

    @Test
    void withoutAnIntervalNothingIsOverloadedAndTheClockIsNotRead() {
        FairQueue queue = new FairQueue(PLENTY, PLENTY, () -> {
            throw new AssertionError("the clock was read");
        });
        CallFlow flow = new CallFlow();
        Work first = add(queue, flow);
        add(queue, flow);
        assertFalse(queue.isOverloaded(flow));
        assertSame(queue.poll(), first);
    }
}
