/**
 * Which thread reads a connection, and which thread runs its calls. The package knows threads, not Thrift.
 *
 * <pre>
 *   {@link io.grizzlythrift.strategy.ProcessingStrategy}   immutable options, found by name (named); how many selector threads by default; start() makes:
 *   {@link io.grizzlythrift.strategy.StrategyThreads}      the threads of one server: install (who reads), execute (who runs a batch),
 *        |               shutdownNow, awaitTermination; by default no call queue, no policy, never overloaded
 *        |               {@link io.grizzlythrift.strategy.CallBatch}: the calls of one read, claimed one by one, and a flush
 *        |
 *   SameThreadStrategy      the selector thread. Nested: its StrategyThreads (runHere, if called on any other thread)
 *        |-> FlushBeforeSelect  the selector handler that informs a SelectorThread of each select (preSelect, mayBlock, selected)
 *        +-> SelectorThread    runs calls by a ClaimLoop of its own; defers flushes until all pending (ready) connections are
 *                              served, 100 us at most, and batches whose slice (2 ms) is over, in a FairQueue without a bound:
 *                              continues one before each select. Rejects the deferred ones when it stops
 *   WorkerThreadStrategy    options: threads, queueCapacity, their defaults and bounds; toString
 *        +-> WorkerThreads     glue only: selector threads, and CallThreads named SERVER-worker-N; passes everything to them
 *   AdaptiveStrategy        options: threads, queueCapacity, quickBound, their defaults and bounds; toString
 *        +-> AdaptiveThreads   the threads of both: gives a batch to the InlineCalls of its selector thread, what is left to
 *             |                WorkerThreads; makes the MethodPace of a method (learn), logs its changes. Nested: a CallThread
 *             |                that measures each call
 *             +-> InlineCalls  runs the calls of quick methods at the beginning of a batch on the selector thread; reads the clock
 *                              once for several; tells their pace (pace), less the time that was stolen from the thread
 *   LeaderFollowerStrategy  the same options as a worker's; needs more threads than selectors (checkSelectorThreads)
 *        +-> LeaderFollowerThreads  also Grizzly's IOStrategy: the leader runs an I/O event (executeIoEvent), then
 *             |                     hands over its selector; execute: defers a batch on a leader, else submits it to the pool
 *             +-> FollowerPool      Grizzly's ExecutorService, for selector runners: promotes a follower (handOver: postpones
 *             |                     the runner, assigns it; undone if that fails); CallThreads named SERVER-follower-N
 *             +-> FollowerThread    a CallThread that may lead a selector: which one, and is it in an event? Defers the batches
 *                                   it reads; keepsLeading: if it hands over, it runs the first itself; submits the others
 *   VirtualThreadStrategy   options: threads, queueCapacity; toString; needs JDK 21 (isSupported), the error on an older one;
 *        |                  threads of VirtualThreadFactory (thread)
 *        +-> VirtualThreads    a thread for each batch, and one more while calls of it are left, up to a number; what finds none
 *                              waits in a FairQueue; rejects with the numbers, or if there is no memory for a thread
 *   ExecutorStrategy        an executor of the user, one task per batch, runAll. Nested: its StrategyThreads, whose selector
 *                           threads are those of SameThreadStrategy; a Helper task for a batch of several calls; rejects if the
 *                           executor does
 *   InOrderStrategy         wraps a strategy, its delegate: one batch of a connection at a time. Nested: its StrategyThreads,
 *        |                  with each batch to the SerialExecutor of its flow, and the rest to the delegate's
 *        +-> SerialExecutor    the batches of one connection, a lock-free queue and its size; nested: a CallBatch around one that
 *                              starts the next when it ends or, if it ended during its submission, after it
 *
 *   CallThreads   the pool: all threads, the stack of idle ones, a FairQueue, a lock. Assigns a Work to an idle thread, queues
 *        |        it, or rejects it and words why (queueCapacity, fair share, no memory); next work for a thread that has finished;
 *        |        wakes helpers (wakeHelper, wakeNext); replaces a leader (replaceCurrent); runs urgent tasks first; slices
 *        |        of 1 ms; rejects (drains) what is queued when it stops; waits for its threads to end
 *   CallThread    one thread, its run loop: waits (parked) for an assignment, runs it, clears interrupts, asks the pool for the
 *        |        next; overrides the abstract methods of its ClaimLoop by asking the pool; ends once the pool has stopped
 *   ClaimLoop     claims and runs the calls of one batch; after the first, wakes one helper; leaves when its slice is
 *                 over and other flows wait; claim, flush, reject: catches what a batch throws. Rejects with "the server has
 *                 stopped". Abstract: othersWait, wakeHelper, isStopped. No thread, no queue
 *
 *   Work          one batch as QueuedWork (queue): flow, priority, has it a backlog? Nothing else
 *   FairQueue (queue)   which Work goes first; TimeSlice: for how long
 *   QueuePolicy   record: are batches prioritized, and after which interval of overload does the newest go first? Given once
 *                 to StrategyThreads (apply). How many places a priority leaves to higher ones (reservedFrom)
 *   CallFlow      one connection: its FlowState in the queue, its SerialExecutor, made on demand
 *   IoThreads     for all of these: makes selector threads, SERVER-selector-N, and sets IOStrategy and thread pool of a
 *                 transport (install)
 * </pre>
 */
package io.grizzlythrift.strategy;
