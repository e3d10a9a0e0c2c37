/**
 * Selector threads, and the calls that run on them instead of in a pool. A call that runs on a selector for too long
 * loses it: another thread takes over the selector, and the method moves to the pool.
 *
 * <pre>
 *   SelectorThread      reads, runs calls, and flushes their replies once all ready connections are served
 *      |-- InlineCalls       runs the calls of quick methods, and reports how long they took
 *      |-- SelectorLease     the right of one thread to run the selector
 *           ^
 *   SelectorMonitor     checks the leases every 10 ms
 *      v
 *   SelectorTakeover    a thread that takes the lease, submits the remaining calls, and runs the selector
 * </pre>
 */
package io.grizzlythrift.strategy.selector;
