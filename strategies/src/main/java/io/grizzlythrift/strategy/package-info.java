/**
 * Strategies: each decides which thread reads a connection, and which thread runs its calls. Choose one of them, or
 * write your own with the types of {@code spi}. This package and its subpackages know threads, not Thrift.
 *
 * <pre>
 *   {@link io.grizzlythrift.strategy.ProcessingStrategy}   immutable options; found by name (named, a switch); default number of
 *        |               selector threads; start() creates the StrategyThreads (spi) of one server
 *        |
 *   SameThreadStrategy      calls run on the selector thread. One selector thread per processor
 *                           (defaultSelectorThreads). Nested: its StrategyThreads, with FlushBeforeSelect, execute on a
 *                           SelectorThread; WholeBatchLoop, a ClaimLoop with an endless slice, on any other
 *   WorkerThreadStrategy    options: threads, by default two per processor, and queueCapacity; bounds; toString. A
 *                           selector thread per two processors. WorkerThreads (worker) of CallThreads
 *   LeaderFollowerStrategy  options as for workers. LeaderFollowerThreads (leader)
 *   AdaptiveStrategy        options as for workers, and quickBound, with defaults and bounds; toString. One selector
 *                           thread per processor. AdaptiveThreads (worker) with PaceRules
 *   VirtualThreadStrategy   options as for workers, with constants as defaults; bounds; toString; requires JDK 21
 *                           (isSupported; start throws otherwise). VirtualThreads (worker)
 *   ExecutorStrategy        runs calls on a user's executor, one task per batch (runAll). Nested: its StrategyThreads,
 *                           whose selector threads are those of SameThreadStrategy; a Helper task for a batch of
 *                           several calls, idle on the thread that submits it; rejects calls if the executor rejects
 *                           the task; awaits the executor, then the selectors
 *   InOrderStrategy         wraps another strategy, its delegate: one batch of a connection at a time. Nested: its
 *                           StrategyThreads, which passes each batch to its flow (executeInOrder), and all else (learn,
 *                           awaitTermination) to those of the delegate
 *
 *        spi             the calls that a strategy is given, and the threads that it starts
 *          ^
 *        pool            a pool of threads that run batches: fair between connections, bounded
 *          ^    ^
 *          |  selector   selector threads, and the calls that run on them
 *          |    ^
 *       leader  worker   threads that take turns in reading; threads that only run calls
 *          queue, pace     the order in which batches run; how long the calls of each method take
 * </pre>
 */
package io.grizzlythrift.strategy;
