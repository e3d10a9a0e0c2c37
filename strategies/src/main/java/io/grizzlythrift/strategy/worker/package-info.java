/**
 * Threads that only run calls, next to selector threads that read.
 *
 * <pre>
 *   WorkerThreads     a bounded pool, CallThreads (pool) named SERVER-worker-N; delegates to its two parts, the
 *        ^            selectors (each a SelectorThread) and the pool (workers); sets an ArraySelectorHandler.
 *        |            Nested: creates a thread of the pool (Maker)
 *   AdaptiveThreads   extends WorkerThreads: gives a batch to the InlineCalls (selector) of its SelectorThread after the
 *                     event that read it (serve, for InlineIoStrategy), and the remaining calls to the workers (submit);
 *                     sets FlushBeforeSelect; owns a SelectorMonitor and a SelectorTakeover; creates the MethodPace
 *                     (pace) of a method (learn) and logs its changes (Changes). Nested: a CallThread that measures
 *                     each call (runCall)
 *   VirtualThreads    one virtual thread per batch, by a ThreadFactory, and another one while calls of it remain, up to
 *                     a maximum; interrupts and awaits those that run at the end; a batch that may not start yet
 *                     waits in a FairQueue (queue); rejects calls if the queue has no room, or if
 *                     there is no memory for a thread. Nested: Runner, the ClaimLoop (pool) of a thread, which yields
 *                     after each slice
 * </pre>
 */
package io.grizzlythrift.strategy.worker;
