/**
 * Selector threads, and the calls that run on them instead of in a pool.
 *
 * <pre>
 *   IoThreads            used by all strategies: creates selector threads, SERVER-selector-N, and sets the IOStrategy and the
 *        |               thread pool of a transport (install)
 *   SelectorThread       runs calls with its own ClaimLoop (pool); defers flushes until all ready connections are served, for
 *        ^               up to 100 us; keeps batches whose slice (2 ms) is over in an unbounded FairQueue and continues one of
 *        |               them before each select; rejects them when it stops
 *   FlushBeforeSelect    selector handler that notifies a SelectorThread of each select (preSelect, mayBlock, selected)
 *   InlineCalls          runs the calls of quick methods at the start of a batch; reads the clock once for several calls;
 *                        reports their time to the MethodPace (pace), less the time stolen from the thread
 * </pre>
 */
package io.grizzlythrift.strategy.selector;
