/**
 * The order in which batches that wait for a thread are served, fairly between connections, and for how long each is
 * served. Nothing here is thread-safe: the owner of a queue holds a lock.
 *
 * <pre>
 *   QueuedWork    the scheduling state of one batch: how many threads run it; whether it is queued, flushing, alone;
 *      |          its flow and backlog, and the links (previous, next) of the FlowQueue it is in
 *      |  add, addFirst, begin, end
 *      v
 *   FairQueue     by priority, then flow, then age; counts waiting reads, ready flows, and threads per flow
 *      |          (blockedFlows have their share: unblock, and in which list a flow is: move), all threads (lent: beyond
 *      |          a share), spareThreads; is there room for a flow, may its work begin? Work begins and ends, even
 *      |          unqueued; since when work waits; do others wait? apply, poll, drain (at stop, or without threads); the
 *      |          text of a rejection
 *      +-> PriorityLevels    the next priority, by a bit set of those with work: the highest, unless a lower one was
 *      |                     passed over 8 times (passedOver); one FlowRotation for each
 *      +-> FlowRotation      the next flow of one priority: round-robin over a FlowList of new flows, whose first work
 *      |                     is alone, and one of old ones; 3 new ones in a row at most; the last new one if the newest
 *      |                     goes first
 *      +-> OverloadDetector  whether work has waited for the interval without interruption, so that the newest goes
 *      |                     first; EMPTY: none waits; has the clock, but no list
 *      +-> FairShare         formula: how many of the free places one user may take, the first one guaranteed; how many
 *      |                     a priority leaves to higher ones (reservedFrom). AdmissionControl (dispatch.admission)
 *      |                     uses it, too
 *      v
 *   FlowList      linked list of flows, each a FlowQueue: first, last, highestPriority, addLast, remove; knows no work
 *   FlowQueue     the work of one connection at one priority, linked (head, tail), and its place in a FlowList; isReady
 *   FlowState     one connection: a FlowQueue for each priority (normal; others, found or added on demand), places in
 *                 flight that it has (AtomicInteger, for CallRoute of dispatch.admission), counts of
 *                 waiting reads and threads, the work that was started last; isIdle
 *
 *   TimeSlice     whether a thread has used up its time on a batch; reads the clock rarely: after a stride of calls,
 *                 which grows while calls are quick
 * </pre>
 */
package io.grizzlythrift.strategy.queue;
