/**
 * The order in which batches that wait for a thread are served, fairly between connections, and for how long each is served.
 * Nothing here is thread-safe: the owner of a queue holds a lock.
 *
 * <pre>
 *   QueuedWork    the scheduling state of one batch: how many threads run it; is it queued, about to flush, alone? Its flow,
 *      |          backlog, and the links (previous, next) of the FlowQueue it is in
 *      |  add, addFirst, begin, end
 *      v
 *   FairQueue     by priority, then flow, then age; counts waiting reads, and threads per flow (maxThreadsPerFlow; blocked
 *      |          flows have them all: block, unblock, and in which list a flow is); is there room for a flow, may its
 *      |          work begin? Work begins and ends, even unqueued; since when work waits; do others wait? poll, drain (at stop)
 *      +-> PriorityLevels    the next priority, by a bit set of those with work: the highest, unless a lower one was passed
 *      |                     over 8 times; has a FlowRotation for each
 *      +-> FlowRotation      the next flow of one priority: round-robin over a FlowList of new flows and one of old ones;
 *      |                     3 new ones in a row at most; the last of the list if the newest goes first
 *      +-> OverloadDetector  has work waited for the interval without a pause? Then the newest goes first. The clock, no list
 *      +-> FairShare         formula: how many of the free places one user may take; what priorities leave to higher ones
 *      v
 *   FlowList      linked list of flows, each a FlowQueue: first, last, addLast, remove; knows no work
 *   FlowQueue     the work of one connection at one priority, linked (head, tail), and its place in a FlowList; is it ready?
 *   FlowState     one connection: a FlowQueue for each priority (found or added on demand), counts of waiting reads and
 *                 threads, the work that a thread started last; is it idle?
 *
 *   TimeSlice     has a thread used up its time on a batch? Reads the clock rarely: after a stride of calls that grows with
 *                 quick ones
 * </pre>
 */
package io.grizzlythrift.strategy.queue;
