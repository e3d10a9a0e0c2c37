/**
 * A pool of a fixed number of threads that run batches: bounded, and fair between connections.
 *
 * <pre>
 *   batch --> CallThreadPool --> an idle PoolThread
 *                |        --> a FairQueue, until a thread is free
 *                |        --> rejected, with a reason
 *   PoolThread parks until it has work, and asks the pool for more
 *      v
 *   ClaimLoop    claims and runs calls of the batch, until none is left or its time slice is over and others wait
 * </pre>
 */
package io.grizzlythrift.strategy.pool;
