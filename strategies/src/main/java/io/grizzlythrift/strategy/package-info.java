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
 *   Work          one batch, and its state in the queue
 *   FairQueue (queue)   which Work goes first; TimeSlice: for how long
 *   QueuePolicy   are batches prioritized, and after which interval of overload does the newest go first? Given once to
 *                 StrategyThreads (apply)
 *   CallFlow      one connection: its FlowState in the queue, its SerialExecutor
 *   IoThreads     for all of these: makes selector threads, SERVER-selector-N, and sets IOStrategy and thread pool of a
 *                 transport
 * </pre>
 */
package io.grizzlythrift.strategy;
