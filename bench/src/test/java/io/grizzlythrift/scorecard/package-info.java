/**
 * What server and client must withstand, row by row, with a table of what held in the end.
 *
 * <pre>
 *   this process                                       processes of their own
 *   RowTest -- Row.run
 *      |          |
 *      |          +-- RowRun -- ServerChild ----------&gt; ScorecardServer  (ChildRequests: state, heap, drain, ...)
 *      |          |      |          +-- Baseline: at rest before and after
 *      |          |      +----- ClientChild ----------&gt; ScorecardClient  (where the client's memory is counted)
 *      |          |      +----- ThriftClient, Peer, Crowd: what is injected
 *      |          +-- Scorecard: target/scorecard.md and .json, one line a run
 *      +-- Strategy x Wire x Sizes
 * </pre>
 */
package io.grizzlythrift.scorecard;
