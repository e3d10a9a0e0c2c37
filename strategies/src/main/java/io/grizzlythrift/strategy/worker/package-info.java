/**
 * Threads that only run calls, next to selector threads that read. {@code WorkerThreads} is a bounded pool. {@code
 * AdaptiveThreads} runs calls of quick methods on the selector thread and passes the others to the pool. {@code
 * VirtualThreads} starts a virtual thread for each batch, up to a maximum.
 */
package io.grizzlythrift.strategy.worker;
