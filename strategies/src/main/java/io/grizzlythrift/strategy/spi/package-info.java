/**
 * The types for writing a strategy: the threads that it starts and the calls that they run. Implement {@link
 * io.grizzlythrift.strategy.spi.StrategyThreads}; the server creates the batches and calls the threads.
 *
 * <pre>
 *   {@link io.grizzlythrift.strategy.spi.StrategyThreads}   interface, the threads of one server: install (who reads), execute (who runs a batch),
 *        |            rejectWork, shutdownNow, awaitTermination; by default no call queue, applies no policy, never
 *        |            overloaded, nothing to learn
 *        |
 *   {@link io.grizzlythrift.strategy.spi.CallBatch}         interface, the calls of one read: claimed one by one, run, flushed or rejected; its
 *        |            priority of PRIORITIES; paceOf a call, countOfSameMethod after it (by default 1)
 *   {@link io.grizzlythrift.strategy.spi.CallFlow}          one connection: its FlowState in the queue, created on demand (queues); a branch for each
 *        |            further StrategyThreads, in an array; executeInOrder, by its SerialExecutor
 *        +-> SerialExecutor   the batches of one connection, one after the other: a lock-free queue (waiting) and its
 *                     size; rejects a batch that no thread executes. Nested: SerialBatch, a CallBatch that wraps
 *                     another one and starts the next batch when it ends, or leaves that to its submitter
 *   {@link io.grizzlythrift.strategy.spi.QueuePolicy}       record: whether batches have priorities, and the interval of overload after which the
 *                     newest goes first. Passed once to StrategyThreads (apply). How many places a priority leaves to
 *                     higher ones (reservedFrom, by FairShare)
 * </pre>
 */
package io.grizzlythrift.strategy.spi;
