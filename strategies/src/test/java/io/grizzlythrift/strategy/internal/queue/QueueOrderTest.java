package io.grizzlythrift.strategy.internal.queue;

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
public final class QueueOrderTest {
    private static final int PLENTY = 1_000;
    private static final int LOWEST = FlowState.PRIORITIES - 1;
    private static final Duration INTERVAL = Duration.ofMillis(100);

    private final AtomicLong clock = new AtomicLong();

    private FairQueue<QueuedWork> queue(
            int maxThreadsPerFlow, boolean prioritized, Optional<Duration> overloadInterval) {
        clock.set(1); // times are odd, by rounding
        FairQueue<QueuedWork> queue = new FairQueue<>(PLENTY, maxThreadsPerFlow, clock::get);
        queue.apply(prioritized, overloadInterval);
        return queue;
    }

    private FairQueue<QueuedWork> prioritized(int maxThreadsPerFlow) {
        return queue(maxThreadsPerFlow, true, Optional.empty());
    }

    private FairQueue<QueuedWork> detectingOverload(int maxThreadsPerFlow) {
        return queue(maxThreadsPerFlow, false, Optional.of(INTERVAL));
    }

    private void pass(Duration time) {
        clock.addAndGet(time.toNanos());
    }

    private static QueuedWork add(FairQueue<QueuedWork> queue, FlowState flow, int priority) {
        QueuedWork work = new QueuedWork(flow, priority, false);
        queue.add(work);
        return work;
    }

    private static QueuedWork add(FairQueue<QueuedWork> queue, FlowState flow) {
        return add(queue, flow, FlowState.NORMAL_PRIORITY);
    }

    @Test
    void higherPrioritiesGoFirstAndOlderWorkWithinOne() {
        FairQueue<QueuedWork> queue = prioritized(PLENTY);
        List<QueuedWork> expected = new ArrayList<>();
        List<QueuedWork> normal = new ArrayList<>();
        FlowState flow = new FlowState();
        QueuedWork low = add(queue, flow, LOWEST);
        for (int i = 0; i < 3; i++) {
            normal.add(add(queue, new FlowState()));
        }
        expected.add(add(queue, flow, 0)); // of the same flow, behind its own work
        expected.add(add(queue, new FlowState(), 0));
        expected.addAll(normal);
        expected.add(low);
        for (QueuedWork work : expected) {
            assertSame(queue.poll(), work);
        }
        assertNull(queue.poll());
    }

    /** However many connections send only calls of higher priorities. */
    @Test
    void noPriorityStarves() {
        FairQueue<QueuedWork> queue = prioritized(PLENTY);
        for (int priority = 0; priority < LOWEST; priority++) {
            for (int i = 0; i < PLENTY; i++) {
                add(queue, new FlowState(), priority);
            }
        }
        FlowState lowest = new FlowState();
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
        FairQueue<QueuedWork> queue = prioritized(PLENTY);
        for (int i = 0; i < PLENTY; i++) {
            add(queue, new FlowState(), 0);
            add(queue, new FlowState(), LOWEST);
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
        FairQueue<QueuedWork> queue = prioritized(2);
        FlowState greedy = new FlowState();
        QueuedWork[] work = new QueuedWork[FlowState.PRIORITIES];
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

    /** A running batch does not hold up work of a higher priority of its own connection for longer than a slice. */
    @Test
    void anotherPriorityOfAFlowIsOtherWork() {
        FairQueue<QueuedWork> queue = prioritized(PLENTY);
        FlowState flow = new FlowState();
        QueuedWork running = add(queue, flow, LOWEST);
        queue.poll();
        assertFalse(queue.othersWait(running.queue));
        add(queue, flow, LOWEST);
        assertFalse(queue.othersWait(running.queue));
        add(queue, flow, 0);
        assertTrue(queue.othersWait(running.queue));
    }

    @Test
    void eachPriorityLeavesPlacesToHigherOnes() {
        FairQueue<QueuedWork> queue = prioritized(PLENTY);
        int[] places = new int[FlowState.PRIORITIES];
        for (int priority = LOWEST; priority >= 0; priority--) {
            for (boolean more = true; more; ) {
                FlowState flow = new FlowState();
                queue.add(new QueuedWork(
                        flow, FlowState.NORMAL_PRIORITY, false)); // its first place is not subject to this
                more = queue.hasRoomFor(flow.queue(priority));
                places[priority] = queue.waitingReads();
            }
        }
        for (int priority = LOWEST; priority > 0; priority--) {
            int left = places[priority - 1] - places[priority];
            assertTrue(left >= PLENTY / 16 - 1, left + " places left by priority " + priority);
        }
        assertTrue(queue.hasRoomFor(new FlowState().queue(LOWEST)), "the first place of a connection");
    }

    @Test
    void theNewestGoesFirstOnceWorkHasWaitedForTheIntervalWithoutAPause() {
        FairQueue<QueuedWork> queue = detectingOverload(PLENTY);
        FlowState flow = new FlowState();
        QueuedWork first = add(queue, flow);
        QueuedWork second = add(queue, flow);
        QueuedWork third = add(queue, flow);
        QueuedWork fourth = add(queue, flow);
        pass(INTERVAL.minusNanos(2));
        assertFalse(queue.isOverloaded(flow));
        assertSame(queue.poll(), first);
        pass(Duration.ofNanos(2));
        assertTrue(queue.isOverloaded(new FlowState()), "the queue as a whole is overloaded");
        assertSame(queue.poll(), fourth);
        assertSame(queue.poll(), third);
        assertSame(queue.poll(), second);
        assertFalse(queue.isOverloaded(flow), "nothing waits");
    }

    /** Among connections with one call each. */
    @Test
    void theNewestConnectionGoesFirstUnderOverload() {
        FairQueue<QueuedWork> queue = detectingOverload(PLENTY);
        QueuedWork oldest = add(queue, new FlowState());
        pass(INTERVAL);
        QueuedWork newest = add(queue, new FlowState());
        assertSame(queue.poll(), newest);
        assertSame(queue.poll(), oldest);
    }

    /** Connections with a backlog still take turns: a peer gets no more by sending more. */
    @Test
    void underOverloadFlowsStillTakeTurns() {
        FairQueue<QueuedWork> queue = detectingOverload(PLENTY);
        FlowState[] flows = {new FlowState(), new FlowState(), new FlowState()};
        for (int i = 0; i < 4; i++) {
            for (FlowState flow : flows) {
                add(queue, flow);
                add(queue, flow);
            }
        }
        pass(INTERVAL);
        for (int turn = 0; turn < 8; turn++) {
            Set<FlowState> served = new HashSet<>();
            for (int i = 0; i < flows.length; i++) {
                served.add(queue.poll().flow);
            }
            assertEquals(served.size(), flows.length, "turn " + turn);
        }
    }

    @Test
    void aMomentWithoutWaitingWorkEndsTheOverload() {
        FairQueue<QueuedWork> queue = detectingOverload(PLENTY);
        FlowState flow = new FlowState();
        add(queue, flow);
        pass(INTERVAL.multipliedBy(10));
        assertTrue(queue.isOverloaded(flow));
        queue.poll();
        QueuedWork first = add(queue, flow);
        add(queue, flow);
        assertFalse(queue.isOverloaded(flow));
        assertSame(queue.poll(), first);
    }

    /** A connection that keeps its threads busy is overloaded, the others are not. */
    @Test
    void aBlockedFlowIsOverloadedAlone() {
        FairQueue<QueuedWork> queue = detectingOverload(1);
        FlowState greedy = new FlowState();
        QueuedWork running = add(queue, greedy);
        assertSame(queue.poll(), running);
        add(queue, greedy);
        QueuedWork newest = add(queue, greedy);
        pass(INTERVAL);
        assertTrue(queue.isOverloaded(greedy));
        assertFalse(queue.isOverloaded(new FlowState()));
        queue.end(running, false);
        assertSame(queue.poll(), newest);
    }

    @Test
    void withoutAnIntervalNothingIsOverloadedAndTheClockIsNotRead() {
        FairQueue<QueuedWork> queue = new FairQueue<>(PLENTY, PLENTY, () -> {
            throw new AssertionError("the clock was read");
        });
        FlowState flow = new FlowState();
        QueuedWork first = add(queue, flow);
        add(queue, flow);
        assertFalse(queue.isOverloaded(flow));
        assertSame(queue.poll(), first);
    }
}
