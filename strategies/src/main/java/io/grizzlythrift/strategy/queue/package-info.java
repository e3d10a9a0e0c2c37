/**
 * Which of the batches that wait for a thread goes first, fairly between connections; and for how long a thread serves it.
 * Nothing here is thread-safe: the owner of a queue holds a lock.
 *
 * <pre>
 *   QueuedWork    the scheduling state of one batch: how many threads run it; is it queued, about to flush, alone?
 *      |  add, addFirst, begin, end
 *      v
 *   FairQueue     by priority, then flow, then age; counts waiting reads, and threads per flow (maxThreadsPerFlow; blocked
 *      |          flows have them all); has it room for a flow, may its work begin? Work begins and ends
 *      +-> PriorityLevels    the next priority: the highest, unless a lower one was passed over 8 times
 *      +-> FlowRotation      the next flow of one priority: round-robin over a FlowList of new flows and one of old ones
 *      +-> OverloadDetector  has work waited for the interval without a pause? Then the newest goes first
 *      +-> FairShare         formula: how many of the free places one user may take; what priorities leave to higher ones
 *      v
 *   FlowList      linked list of flows, each a FlowQueue
 *   FlowQueue     the work of one connection at one priority, linked, and its place in a FlowList
 *   FlowState     one connection: a FlowQueue for each priority, counts
 *
 *   TimeSlice     has a thread used up its time on a batch? Reads the clock rarely
 * </pre>
 */
package io.grizzlythrift.strategy.queue;
