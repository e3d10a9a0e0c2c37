/**
 * Threads that read and threads that run calls, for each strategy, and the loops that keep the selectors of Grizzly
 * running even when memory runs out. A call that holds a selector for too long loses it to another thread.
 *
 * <pre>
 *   SelectorThreadPool   one thread for each selector, in a SelectorLoop, which survives exceptions
 *        v
 *   SelectorThread       reads; InlineCalls run on it, under a SelectorLease that SelectorMonitor checks every 10 ms
 *        v
 *   a batch --> WorkerThreads --> CallThreadPool --> an idle PoolThread, or a FairQueue until one is free
 *           --> AdaptiveThreads    quick methods inline, the others as WorkerThreads
 *           --> VirtualThreads     a virtual thread for each batch, more while calls wait, up to a maximum
 *           --> ExecutorThreads    a task of the user's executor for each batch, up to a maximum
 *           --> FollowerPool       threads that take turns: one reads, then runs what it has read
 *        v
 *   ClaimLoop            claims and runs calls of the batch, until none is left or others wait
 * </pre>
 */
package io.grizzlythrift.strategy.internal.threads;
