/**
 * Selector threads, and the calls that run on them instead of in a pool.
 *
 * <pre>
 *   SelectorThread       reads in all strategies but leader-follower; a static method creates a SelectorThreadPool of
 *        ^               them, SERVER-selector-N. Runs calls with its own ClaimLoop (pool); defers flushes (deferFlush)
 *        |               until all ready connections are served (pendingConnections), for up to 100 us; keeps
 *        |               batches whose slice (2 ms) is over in an unbounded FairQueue (deferred) and continues one of
 *        |               them before each select; rejects them when it stops; runSelector: a SelectorLoop; keeps
 *        |               InlineCalls
 *   FlushBeforeSelect    selector handler that notifies a SelectorThread of each select (preSelect, mayBlock, selected)
 *   InlineCalls          runs the calls of quick methods at the start of a batch, in segments of one method
 *                        (countOfSameMethod); reads the clock once for each; reports their time to the MethodPace
 *                        (pace), less the time stolen from the thread (settle)
 * </pre>
 */
package io.grizzlythrift.strategy.selector;
