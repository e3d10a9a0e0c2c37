/**
 * Decides which thread reads a connection, and which thread runs its calls. The package knows threads, not Thrift.
 *
 * <pre>
 *   {@link io.grizzlythrift.strategy.ProcessingStrategy}   immutable options; found by name (named); default number of selector threads; start() creates:
 *   {@link io.grizzlythrift.strategy.StrategyThreads}      the threads of one server: install (who reads), execute (who runs a batch),
 *        |               shutdownNow, awaitTermination; by default no call queue, no policy, never overloaded
 *        |               {@link io.grizzlythrift.strategy.CallBatch}: the calls of one read, claimed one by one, and a flush
 *        |
 *   SameThreadStrategy      calls run on the selector thread. Nested: its StrategyThreads (runHere, on any other thread)
 *        |-> FlushBeforeSelect  selector handler that tells a SelectorThread about each select (preSelect, mayBlock, selected)
 *        +-> SelectorThread    runs calls with its own ClaimLoop; defers flushes until all ready connections are served, for
 *                              up to 100 us; keeps batches whose slice (2 ms) is over in an unbounded FairQueue and continues
 *                              one of them before each select; rejects them when it stops
 *   WorkerThreadStrategy    options: threads, queueCapacity, with defaults and bounds; toString
 *        +-> WorkerThreads     delegates to its two parts: selector threads, and CallThreads named SERVER-worker-N
 *   AdaptiveStrategy        options: threads, queueCapacity, quickBound, with defaults and bounds; toString
 *        +-> AdaptiveThreads   gives a batch to the InlineCalls of its selector thread, and the remaining calls to
 *             |                WorkerThreads; creates the MethodPace of a method (learn) and logs its changes. Nested: a
 *             |                CallThread that measures each call
 *             +-> InlineCalls  runs the calls of quick methods at the start of a batch on the selector thread; reads the clock
 *                              once for several calls; reports their time to the pace, without time stolen from the thread
 *   LeaderFollowerStrategy  options as for workers; requires more threads than selectors (checkSelectorThreads)
 *        +-> LeaderFollowerThreads  also Grizzly's IOStrategy: the leader runs an I/O event (executeIoEvent), then hands over
 *             |                     its selector; execute: defers a batch on a leader, otherwise submits it to the pool
 *             +-> FollowerPool      Grizzly's ExecutorService for selector runners: promotes a follower (handOver: postpones
 *             |                     the runner and assigns it; undone on failure); CallThreads named SERVER-follower-N
 *             +-> FollowerThread    a CallThread that may lead a selector: which one, and whether it is in an event. Defers
 *                                   the batches it reads; after it hands over, it runs the first one and submits the others;
 *                                   keepsLeading
 *   VirtualThreadStrategy   options: threads, queueCapacity; toString; requires JDK 21 (isSupported)
 *        +-> VirtualThreads    one thread per batch, and another one while calls of it remain, up to a maximum; a batch that
 *                              gets no thread waits in a FairQueue; rejects calls with the numbers, or without memory for a
 *                              thread
 *   ExecutorStrategy        runs calls on a user's executor, one task per batch (runAll). Nested: its StrategyThreads, whose
 *                           selector threads are those of SameThreadStrategy; a Helper task for a batch of several calls;
 *                           rejects calls if the executor rejects the task
 *   InOrderStrategy         wraps another strategy, its delegate: one batch of a connection at a time. Nested: its
 *        |                  StrategyThreads, which passes each batch to the SerialExecutor of its flow
 *        +-> SerialExecutor    the batches of one connection: a lock-free queue and its size. Nested: a CallBatch that wraps
 *                              another one and starts the next batch when it ends
 *
 *   CallThreads   the pool: all threads, the stack of idle ones, a FairQueue, a lock. Assigns Work to an idle thread, queues
 *        |        it, or rejects it and says why (queueCapacity, fair share, no memory); next Work for a thread that is done;
 *        |        wakes helpers (wakeHelper, wakeNext); replaces a leader (replaceCurrent); runs urgent tasks first; slices of
 *        |        1 ms; rejects queued work (drains) when it stops; waits until its threads have ended
 *   CallThread    one thread and its run loop: parks until it is assigned Work, runs it, clears interrupts, asks the pool for
 *        |        more; implements the abstract methods of its ClaimLoop with the pool; ends once the pool has stopped
 *   ClaimLoop     claims and runs the calls of one batch; wakes one helper after the first call; stops when its slice is over
 *                 and other flows wait; claim, flush, reject: catches what a batch throws. Rejects calls with "the server has
 *                 stopped". Abstract: othersWait, wakeHelper, isStopped. Has no thread and no queue
 *
 *   Work          one batch as QueuedWork (queue): its flow, its priority, whether it has a backlog
 *   FairQueue (queue)   the order in which Work runs; TimeSlice: for how long
 *   QueuePolicy   record: whether batches have priorities, and the interval of overload after which the newest goes first.
 *                 Passed once to StrategyThreads (apply). Places that a priority leaves free for higher ones (reservedFrom)
 *   CallFlow      one connection: its FlowState in the queue and its SerialExecutor, created on demand
 *   IoThreads     used by all of these: creates selector threads, SERVER-selector-N, and sets the IOStrategy and thread pool
 *                 of a transport (install)
 * </pre>
 */
package io.grizzlythrift.strategy;
