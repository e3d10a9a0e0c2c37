/**
 * Which thread reads a connection, and which thread runs its calls. The package knows threads, not Thrift.
 *
 * <pre>
 *   {@link io.grizzlythrift.strategy.ProcessingStrategy}   immutable options, found by name; start() makes:
 *   {@link io.grizzlythrift.strategy.StrategyThreads}      the threads of one server: install (who reads), execute (who runs a batch),
 *        |               shutdownNow, awaitTermination
 *        |               {@link io.grizzlythrift.strategy.CallBatch}: the calls of one read, claimed one by one, and a flush
 *        |
 *   SameThreadStrategy      the selector thread. Nested: its StrategyThreads, and the selector handler that informs a
 *        |                  SelectorThread of each select
 *        +-> SelectorThread    runs calls by a ClaimLoop of its own; defers flushes until all ready connections are
 *                              served, and batches whose slice is over, which it continues before the next select
 *   WorkerThreadStrategy    options: threads, queueCapacity
 *        +-> WorkerThreads     selector threads, and CallThreads named SERVER-worker-N
 *   LeaderFollowerStrategy  the same options; needs more threads than selectors
 *        +-> LeaderFollowerThreads  also Grizzly's IOStrategy: the leader runs an I/O event, then hands over its selector
 *             +-> FollowerPool      Grizzly's ExecutorService: promotes a follower; CallThreads named SERVER-follower-N
 *             +-> FollowerThread    a CallThread that may lead a selector; defers the batches it reads, submits them later
 *   ExecutorStrategy        an executor of the user, one task per batch. Nested: its StrategyThreads
 *   InOrderStrategy         wraps a strategy: one batch of a connection at a time. Nested: its StrategyThreads
 *        +-> SerialExecutor    the batches of one connection; nested: the CallBatch that starts the next when it ends
 *
 *   CallThreads   the pool. Under its lock: assigns a batch to an idle thread, queues it, or rejects it and words why;
 *        |        wakes helpers; replaces a leader; runs urgent tasks first; rejects what is queued when it stops
 *   CallThread    one thread: waits (parked) for an assignment, runs it, asks the pool for the next; overrides the
 *        |        abstract methods of its ClaimLoop
 *   ClaimLoop     claims and runs the calls of one batch; after the first, wakes one helper; leaves when its slice is
 *                 over and other flows wait. Catches what a batch throws. Abstract: othersWait, wakeHelper, isStopped
 *
 *   FairQueue     round-robin over lists of new, old and blocked flows; counts reads and threads; work begins and ends
 *   CallFlow      one connection: its linked list of Work, its place in the FairQueue, its SerialExecutor
 *   Work          one queued batch: how many threads run it; is it queued, about to flush, alone?
 *   FairShare     formula: how many of the free places one user may take
 *   TimeSlice     has a thread used up its time on a batch? Reads the clock rarely
 *   IoThreads     makes selector threads, SERVER-selector-N, and sets strategy and thread pool of a transport
 * </pre>
 */
package io.grizzlythrift.strategy;
