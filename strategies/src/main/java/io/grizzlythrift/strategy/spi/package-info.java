/**
 * What a strategy is made of: the threads that it starts and the calls that they are given. For your own {@link
 * io.grizzlythrift.strategy.spi.StrategyThreads}; a server calls them, a strategy of this library implements them.
 *
 * <pre>
 *   {@link io.grizzlythrift.strategy.spi.StrategyThreads}   the threads of one server: install (who reads), execute (who runs a batch), rejectWork,
 *        |            shutdownNow, awaitTermination; by default no call queue, no policy, never overloaded, nothing to learn
 *        |
 *   {@link io.grizzlythrift.strategy.spi.CallBatch}         the calls of one read: claimed one by one, run, flushed or rejected; priorities
 *   {@link io.grizzlythrift.strategy.spi.CallFlow}          one connection: its FlowState in the queue, made on demand; a branch for each further
 *        |            set of threads; executeInOrder
 *        +-> SerialExecutor   the batches of one connection, one after the other: a lock-free queue and its size. Nested: a
 *                     CallBatch that wraps another one and starts the next batch when it ends
 *   {@link io.grizzlythrift.strategy.spi.QueuePolicy}       whether batches have priorities, and the interval of overload after which the newest
 *                     goes first. Passed once to StrategyThreads (apply). Places that a priority leaves free for higher ones
 *                     (reservedFrom)
 * </pre>
 */
package io.grizzlythrift.strategy.spi;
