/**
 * Which thread reads a connection, and which thread runs its calls.
 *
 * <pre>
 *   selector event
 *        |   IOStrategy of {@link io.grizzlythrift.strategy.StrategyThreads#install}    who reads
 *        v
 *   one read = one {@link io.grizzlythrift.strategy.CallBatch}
 *        |   {@link io.grizzlythrift.strategy.StrategyThreads#execute}                  who runs the calls
 *        v
 *   same-thread       the selector thread claims and runs every call
 *   worker-thread     a pool: one hand-over per batch, workers claim call after call
 *   leader-follower   the reading thread promotes a follower and runs the batch itself
 * </pre>
 *
 * <p>What finds no thread waits in a {@code FairQueue}, by {@link io.grizzlythrift.strategy.CallFlow}: connections take
 * turns, one {@code TimeSlice} each while others wait.
 *
 * <p>The package knows threads, not Thrift: a batch is calls that are claimed one by one, and a flush.
 */
package io.grizzlythrift.strategy;

