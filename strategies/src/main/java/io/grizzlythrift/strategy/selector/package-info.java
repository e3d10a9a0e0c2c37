/**
 * Selector threads, and the calls that run on them instead of in a pool.
 *
 * <pre>
 *   SelectorThread       reads in all strategies but leader-follower; a static method creates a SelectorThreadPool of
 *        ^               them, SERVER-selector-N. Runs calls with its own ClaimLoop (pool); defers flushes (deferFlush)
 *        |               until all ready connections are served (pendingConnections), for up to 100 us; keeps
 *        |               batches whose slice (2 ms) is over in an unbounded FairQueue (deferred) and continues one of
 *        |               them before each select; rejects them when it stops; runSelector, resume: a SelectorLoop;
 *        |               keeps its lease and InlineCalls
 *   FlushBeforeSelect    selector handler that notifies a SelectorThread of each select (preSelect, mayBlock, selected)
 *   InlineIoStrategy     a DelegatingIoStrategy (io.grizzlythrift.selector): runs an event, then has its Server (nested
 *        |               interface; AdaptiveThreads) serve the batches that were deferred meanwhile; returns false,
 *        |               which ends Grizzly's loop, if the lease is taken
 *        v
 *   InlineCalls          runs the calls of quick methods at the start of a batch, in segments of one method
 *        |               (countOfSameMethod); reads the clock once for each; reports their time to the MethodPace
 *        |               (pace), less the time stolen from the thread (settle)
 *        v
 *   SelectorLease        the right of one thread to run one SelectorRunner, and what runs there: its state, a number for
 *        ^               calls that run (begin, end), which another thread may take with a compare-and-set; the batches
 *        |               deferred in an event
 *   SelectorMonitor      a DaemonLoop (thread) that checks each lease (nested: Checked, with the StolenTime of its
 *        |               thread) every 10 ms, or every second while nothing runs; notifies an Overrun
 *        v
 *   SelectorTakeover     the Overrun: a thread of its ThreadPoolExecutor takes the lease, demotes the method (tooSlow),
 *                        submits the remaining calls and resumes the selector (SelectorThread); counts blocked threads
 *                        (mayRunCalls, returned)
 * </pre>
 */
package io.grizzlythrift.strategy.selector;
