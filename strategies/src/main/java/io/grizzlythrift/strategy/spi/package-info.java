/**
 * The types for writing a strategy: the threads that it starts and the calls that they run. Implement {@link
 * io.grizzlythrift.strategy.spi.StrategyThreads}; the server creates the batches and calls the threads.
 *
 * <pre>
 *   {@link io.grizzlythrift.strategy.spi.StrategyThreads}   the threads of one server: install (who reads), execute (who runs a batch), rejectWork,
 *        |            shutdownNow, awaitTermination; by default no call queue, no policy, never overloaded, nothing to learn
 *        |
 *   {@link io.grizzlythrift.strategy.spi.CallBatch}         the calls of one read: claimed one by one, run, flushed or rejected; priorities
 *   {@link io.grizzlythrift.strategy.spi.CallFlow}          one connection: its FlowState in the queue, created on demand; a branch for each further
 *        |            StrategyThreads; executeInOrder
 *        +-> SerialExecutor   the batches of one connection, one after the other: a lock-free queue and its size. Nested: a
 *                     CallBatch that wraps another one and starts the next batch when it ends
 *   {@link io.grizzlythrift.strategy.spi.QueuePolicy}       whether batches have priorities, and the interval of overload after which the newest
 *                     goes first. Passed once to StrategyThreads (apply). How many places a priority leaves to higher ones
 *                     (reservedFrom)
 * </pre>
 */
package io.grizzlythrift.strategy.spi;
