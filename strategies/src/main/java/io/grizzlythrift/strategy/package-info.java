/**
 * Strategies: each decides which thread reads a connection, and which thread runs its calls. Choose one of them, or write your
 * own with the types of {@code spi}. This package and its subpackages know threads, not Thrift.
 *
 * <pre>
 *   {@link io.grizzlythrift.strategy.ProcessingStrategy}   immutable options; found by name (named); default number of selector threads; start() creates
 *        |               the StrategyThreads (spi) of one server
 *        |
 *   SameThreadStrategy      calls run on the selector thread. One selector thread per processor (defaultSelectorThreads).
 *                           Nested: its StrategyThreads; WholeBatchLoop, on any other thread
 *   WorkerThreadStrategy    options: threads, by default two per processor, and queueCapacity; bounds; toString.
 *                           WorkerThreads (worker)
 *   LeaderFollowerStrategy  options as for workers; requires more threads than selectors (checkSelectorThreads).
 *                           LeaderFollowerThreads (leader)
 *   AdaptiveStrategy        options: threads, queueCapacity, quickBound, with defaults and bounds; toString.
 *                           AdaptiveThreads (worker)
 *   VirtualThreadStrategy   options as for workers, with constants as defaults; bounds; toString; requires JDK 21
 *                           (isSupported). VirtualThreads (worker)
 *   ExecutorStrategy        runs calls on a user's executor, one task per batch (runAll). Nested: its StrategyThreads, whose
 *                           selector threads are those of SameThreadStrategy; a Helper task for a batch of several calls;
 *                           rejects calls if the executor rejects the task
 *   InOrderStrategy         wraps another strategy, its delegate: one batch of a connection at a time. Nested: its
 *                           StrategyThreads, which passes each batch to its flow (executeInOrder)
 *
 *        spi             the calls that a strategy is given, and the threads that it starts
 *          ^
 *        pool            a pool of threads that run batches: fair between connections, bounded
 *          ^    ^
 *          |  selector   selector threads, and the calls that run on them
 *          |    ^    ^
 *        worker | leader   threads that only run calls; threads that take turns in reading
 *          queue, pace     the order in which batches run; how long the calls of each method take
 * </pre>
 */
package io.grizzlythrift.strategy;
