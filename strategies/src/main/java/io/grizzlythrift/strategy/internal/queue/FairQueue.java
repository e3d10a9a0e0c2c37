package io.grizzlythrift.strategy.internal.queue;

import java.time.Duration;
import java.util.Optional;
import java.util.function.LongSupplier;

/**
 * A queue of batches that wait for a thread: by {@link PriorityLevels}, then round-robin by flow in the {@link FlowRotation}
 * of a priority, then by age. A flow's turn is one batch, or one {@link TimeSlice} of it. The oldest batch goes first, or
 * under overload, if an overload interval is set, the newest.
 *
 * <p>Two bounds keep a flow from taking everything, whatever its priorities. A flow has a share of three quarters of the
 * threads: a flow at its share moves to the list of blocked flows until one of its threads has finished, unless no other flow
 * waits. Then it gets the remaining threads as well, and each thread beyond its share entitles the flows that come later to a
 * {@linkplain #spareThreads spare thread}. So no thread idles while work waits, and no flow waits for the long calls of
 * another one. And a flow gets only its {@link FairShare} of the places for waiting reads.
 *
 * <p>Not thread-safe: guarded by the lock of its owner, except for {@link #othersWait}, {@link #isOverloaded} and {@link
 * #rejection}, whose results may be out of date. Allocates nothing but the text of a rejection.
 *
 * @param <W> the type of work
 */
public final class FairQueue<W extends QueuedWork> {
    private final int capacity;
    private final int maxThreads;

    /** How many threads a flow may have while another one waits. */
    private final int share;

    private final OverloadDetector overload;

    /** Whether each priority leaves places to every higher one. */
    private boolean prioritized;

    // Each FlowQueue with queued work is in exactly one list: of its priority, or of blocked flows; any other is in
    // none.
    private final PriorityLevels levels = new PriorityLevels();

    /** Flows that have their share of threads, so none of their work may start while others wait. */
    private final FlowList blockedFlows = new FlowList();

    /** Threads that run work. */
    private int threads;

    /** How many of them run work of a flow beyond its share. */
    private int lent;

    /** Queued work that no thread is running. */
    private int waitingReads;

    /** The number of new and old flows of all priorities. Written under the lock, also read without it. */
    private volatile int readyFlows;

    /** When {@link #readyFlows} was last 0, if it is not now. Written under the lock, also read without it. */
    private volatile long waitingSince;

    /**
     * Creates an empty queue.
     *
     * @param capacity the maximum number of waiting reads
     * @param maxThreads the maximum number of threads that run work at a time, without spare threads
     */
    public FairQueue(int capacity, int maxThreads) {
        this(capacity, maxThreads, System::nanoTime);
    }

    FairQueue(int capacity, int maxThreads, LongSupplier clock) {
        this.capacity = capacity;
        this.maxThreads = maxThreads;
        share = maxThreads - spareThreads(maxThreads);
        overload = new OverloadDetector(clock);
    }

    /**
     * Returns how many threads there must be in addition, for flows that come while another one has all threads.
     *
     * @param maxThreads as for the constructor
     * @return a quarter of them, at least one; none for a single thread
     */
    public static int spareThreads(int maxThreads) {
        return maxThreads == 1 ? 0 : Math.max(1, maxThreads / 4);
    }

    /**
     * Sets how the queue is served. Called before the first work is queued.
     *
     * @param byPriority whether work has different priorities
     * @param overloadInterval the newest work goes first once work has waited for this long without a pause; empty for never
     */
    public void apply(boolean byPriority, Optional<Duration> overloadInterval) {
        prioritized = byPriority;
        overloadInterval.ifPresent(interval -> overload.setInterval(interval.toNanos()));
    }

    /**
     * Returns the reason for which a read of a flow is rejected, for the peer. May be called without the lock: the numbers
     * may have changed since.
     */
    public String rejection(FlowState flow) {
        return waitingReads + " reads wait for a thread, " + flow.waitingReads
                + " of them of this connection; queueCapacity is " + capacity;
    }

    int waitingReads() {
        return waitingReads;
    }

    /** {@return what the queue holds now} */
    public QueueState state() {
        return new QueueState(
                waitingReads, capacity, threads, maxThreads, readyFlows, overload.isOverloaded(waitingSince));
    }

    public boolean isEmpty() {
        return readyFlows == 0;
    }

    /** Whether one more read of a flow may be queued. */
    public boolean hasRoomFor(FlowQueue queue) {
        int reserved = prioritized ? FairShare.reservedFrom(queue.priority, capacity) : 0;
        return FairShare.of(capacity, capacity - waitingReads, reserved, 1, queue.flow.waitingReads) > 0;
    }

    /** Whether one more thread may run work of a flow that is not queued. */
    public boolean mayBegin(FlowState flow) {
        return isWithinShare(flow) ? hasThread() : readyFlows == 0 && mayExceedShare();
    }

    private boolean isWithinShare(FlowState flow) {
        return flow.threads < share;
    }

    /** Whether one more thread may run work of a flow within its share. */
    private boolean hasThread() {
        return threads < maxThreads + lent;
    }

    /** Whether one more thread may run work of a flow beyond its share, if no other flow waits. */
    private boolean mayExceedShare() {
        return threads < maxThreads;
    }

    /**
     * Whether work of another flow or priority may be taken by a thread. A hint; may be called without the lock.
     */
    public boolean othersWait(FlowQueue queue) {
        int ready = readyFlows;
        return ready > 1 || (ready == 1 && !queue.isReady);
    }

    /** Whether work has waited for the overload interval without interruption. A hint; may be called without the lock. */
    public boolean isOverloaded(FlowState flow) {
        return overload.isOverloaded(waitingSince) || overload.isOverloaded(flow.waitingSince);
    }

    /** Queues work behind the other work of its flow. */
    public void add(W work) {
        work.queue.addLast(work);
        queued(work);
    }

    /** Queues work ahead of the other work of its flow, because its calls were received earlier. */
    public void addFirst(W work) {
        work.queue.addFirst(work);
        queued(work);
    }

    private void queued(QueuedWork work) {
        FlowQueue queue = work.queue;
        work.isQueued = true;
        if (work.threads == 0) {
            countWaiting(queue.flow, 1);
        }
        if (queue.list == null) {
            work.queuedFirst();
            move(queue, isWithinShare(queue.flow) ? readyList(queue) : blockedFlows);
        }
    }

    private FlowList readyList(FlowQueue queue) {
        return levels.rotation(queue.priority).listFor(queue);
    }

    /** Removes the next work and counts it as started by one thread. Returns null if none may be started. */
    public W poll() {
        boolean overloaded = overload.isOverloaded(waitingSince);
        while (readyFlows > 0 && hasThread()) {
            int priority = levels.next();
            FlowRotation rotation = levels.rotation(priority);
            FlowQueue queue = rotation.next(overloaded);
            if (isWithinShare(queue.flow)) {
                rotation.served();
                levels.served(priority);
                return begin(queue, rotation.oldFlows, overloaded);
            }
            move(queue, blockedFlows);
        }
        FlowQueue alone = readyFlows == 0 && mayExceedShare() ? blockedFlows.highestPriority() : null;
        return alone == null ? null : begin(alone, blockedFlows, overloaded);
    }

    /** Removes work of a queue and begins it. The queue then moves to the end of a list if more work is left in it. */
    private W begin(FlowQueue queue, FlowList next, boolean overloaded) {
        boolean newest = overloaded || overload.isOverloaded(queue.flow.waitingSince);
        W work = own(newest ? queue.tail : queue.head);
        remove(work);
        if (queue.head != null) {
            move(queue, next);
        }
        begin(work);
        return work;
    }

    /** Removes any work, regardless of the bounds, without starting it. Returns null if the queue is empty. */
    public W drain() {
        FlowQueue queue = readyFlows > 0 ? levels.rotation(levels.next()).next(false) : blockedFlows.first();
        if (queue == null) {
            return null;
        }
        W work = own(queue.head);
        remove(work);
        return work;
    }

    @SuppressWarnings("unchecked") // nothing else is added
    private W own(QueuedWork work) {
        return (W) work;
    }

    private void remove(QueuedWork work) {
        FlowQueue queue = work.queue;
        queue.remove(work);
        if (queue.head == null) {
            move(queue, null);
        }
        work.isQueued = false;
        if (work.threads == 0) {
            countWaiting(queue.flow, -1);
        }
    }

    /** Records that one more thread runs work that is not queued. */
    public void begin(W work) {
        threads++;
        work.threads++;
        if (!isWithinShare(work.flow)) {
            lent++;
        }
        work.flow.threads++;
        work.flow.lastStarted = work;
    }

    /**
     * Records that a thread has stopped running work.
     *
     * @param hasMore whether calls are left for another thread
     */
    public void end(W work, boolean hasMore) {
        FlowState flow = work.flow;
        if (hasMore && !work.isQueued) {
            addFirst(work);
        } else if (!hasMore && work.isQueued) { // a helper would find no call
            remove(work);
        }
        threads--;
        flow.threads--;
        if (!isWithinShare(flow)) {
            lent--;
        }
        if (flow.lastStarted == work) {
            flow.lastStarted = null;
        }
        if (--work.threads == 0 && work.isQueued) {
            countWaiting(flow, 1);
        }
        if (isWithinShare(flow)) {
            unblock(flow.normal);
            for (FlowQueue other : flow.others()) {
                unblock(other);
            }
        }
    }

    private void unblock(FlowQueue queue) {
        if (queue.list == blockedFlows) {
            move(queue, readyList(queue));
        }
    }

    private void countWaiting(FlowState flow, int more) {
        waitingReads += more;
        flow.waitingReads += more;
        if (overload.isOn() && (flow.waitingReads == 0 || (more == 1 && flow.waitingReads == 1))) {
            flow.waitingSince = flow.waitingReads == 0 ? OverloadDetector.EMPTY : overload.now();
        }
    }

    /** Moves a flow to the end of a list, which may be the one it is in; null removes it. */
    private void move(FlowQueue queue, FlowList list) {
        if (queue.list != null) {
            queue.list.remove(queue);
        }
        queue.list = list;
        if (list != null) {
            list.addLast(queue);
        }
        levels.changed(queue.priority);
        boolean ready = list != null && list != blockedFlows;
        if (queue.isReady != ready) {
            queue.isReady = ready;
            countReady(ready ? 1 : -1);
        }
    }

    @SuppressWarnings("NonAtomicVolatileUpdate") // under the lock
    private void countReady(int more) {
        readyFlows += more;
        if (overload.isOn() && (readyFlows == 0 || (more == 1 && readyFlows == 1))) {
            waitingSince = readyFlows == 0 ? OverloadDetector.EMPTY : overload.now();
        }
    }
}
