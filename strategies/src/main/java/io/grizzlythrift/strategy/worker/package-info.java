/**
 * Threads that only run calls, next to selector threads that read.
 *
 * <pre>
 *   WorkerThreads     a bounded pool, CallThreads (pool) named SERVER-worker-N; delegates to its two parts, the selector
 *        ^            threads and the pool. Nested: creates a thread of the pool (Maker)
 *   AdaptiveThreads   gives a batch to the InlineCalls (selector) of its selector thread, and the remaining calls to
 *                     WorkerThreads; creates the MethodPace (pace) of a method (learn) and logs its changes. Nested: a
 *                     CallThread that measures each call
 *   VirtualThreads    one virtual thread per batch, and another one while calls of it remain, up to a maximum; a batch that
 *                     gets no thread waits in a FairQueue (queue); rejects calls if the queue has no room, or if there is
 *                     no memory for a thread. Nested: the ClaimLoop (pool) of a thread
 * </pre>
 */
package io.grizzlythrift.strategy.worker;
