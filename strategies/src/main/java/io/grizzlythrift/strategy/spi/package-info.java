/**
 * The types for writing a strategy: the threads that it starts and the calls that they run. Implement {@link
 * io.grizzlythrift.strategy.spi.StrategyThreads}; the server creates the batches and hands them over.
 *
 * <pre>
 *   server                                        strategy
 *     |  install: who reads                         |
 *     +-------------------------------------------> StrategyThreads
 *     |  execute(CallBatch): the calls of one read  |
 *     +-------------------------------------------> |
 *                                                   v
 *                any number of threads:  CallBatch: claim a call, run it, ..., flush the replies
 *                                        CallFlow: the connection, for fairness between connections
 * </pre>
 */
@NullMarked
package io.grizzlythrift.strategy.spi;

import org.jspecify.annotations.NullMarked;
