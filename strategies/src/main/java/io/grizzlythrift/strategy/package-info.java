/**
 * Which thread reads a connection, and which thread runs its calls. The package knows threads, not Thrift.
 *
 * <pre>
 *   {@link io.grizzlythrift.strategy.ProcessingStrategy}   immutable options, found by name; start() makes:
 *   {@link io.grizzlythrift.strategy.StrategyThreads}      the threads of one server: install (who reads), execute (who runs a batch),
 *        |               shutdownNow, awaitTermination
 *        |               {@link io.grizzlythrift.strategy.CallBatch}: the calls of one read, claimed one by one, and a flush
 *        |
 *   SameThreadStrategy      the selector thread. Nested: its StrategyThreads (runHere, if called on any other thread), and the
 *        |                  selector handler that informs a SelectorThread of each select (preSelect, select, selectNow)
 *        +-> SelectorThread    runs calls by a ClaimLoop of its own; defers flushes until all pending connections are
 *                              served, and batches whose slice (2 ms) is over; continues them before the next select
 *   WorkerThreadStrategy    options: threads, queueCapacity
 *        +-> WorkerThreads     selector threads, and CallThreads named SERVER-worker-N
 *   LeaderFollowerStrategy  the same options; needs more threads than selectors
 *        +-> LeaderFollowerThreads  also Grizzly's IOStrategy: the leader runs an I/O event, then hands over its selector
 *             +-> FollowerPool      Grizzly's ExecutorService: promotes a follower; CallThreads named SERVER-follower-N
 *             +-> FollowerThread    a CallThread that may lead a selector; defers the batches it reads, submits them later
 *   ExecutorStrategy        an executor of the user, one task per batch, runAll. Nested: its StrategyThreads
 *   InOrderStrategy         wraps a strategy, its delegate: one batch of a connection at a time. Nested: its StrategyThreads
 *        +-> SerialExecutor    the batches of one connection; nested: the CallBatch that starts the next when it ends or,
 *                              if it ended during its submission, after it
 *
 *   CallThreads   the pool, with its FairQueue. Under its lock: assigns a Work to an idle thread, queues it, or rejects it
 *        |        and words why; next work for a thread that has finished; wakes helpers; replaces a leader; runs urgent
 *        |        tasks first; slices of 1 ms; rejects (drains) what is queued when it stops
 *   CallThread    one thread: waits (parked) for an assignment, runs it, asks the pool for the next; overrides the
 *        |        abstract methods of its ClaimLoop
 *   ClaimLoop     claims and runs the calls of one batch; after the first, wakes one helper; leaves when its slice is
 *                 over and other flows wait. Catches what a batch throws. Abstract: othersWait, wakeHelper, isStopped
 *
 *   FairQueue     by priority, then flow, then age; counts waiting reads, and threads per flow (maxThreadsPerFlow; blocked
 *        |        flows have them all); has it room for a flow, may its work begin? Work begins and ends
 *        +-> PriorityLevels    the next priority: the highest, unless a lower one was passed over 8 times
 *        +-> FlowRotation      the next flow of one priority: round-robin over a FlowList of new flows and one of old ones
 *        +-> OverloadDetector  has work waited for the interval without a pause? Then the newest goes first
 *   QueuePolicy   are batches prioritized, and what is that interval? Given once to StrategyThreads (apply)
 *   FlowList      linked list of flows, each a FlowQueue
 *   FlowQueue     the Work of one connection at one priority, linked, and its place in a FlowList
 *   CallFlow      one connection: a FlowQueue for each priority, counts, its SerialExecutor
 *   Work          one queued batch: how many threads run it; is it queued, about to flush, alone?
 *   FairShare     formula: how many of the free places one user may take
 *   TimeSlice     has a thread used up its time on a batch? Reads the clock rarely
 *   IoThreads     for all of these: makes selector threads, SERVER-selector-N, and sets IOStrategy and thread pool of a
 *                 transport
 * </pre>
 */
package io.grizzlythrift.strategy;
