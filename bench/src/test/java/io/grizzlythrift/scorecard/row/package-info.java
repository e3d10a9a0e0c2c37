/**
 * A row while it runs, and the table of all.
 *
 * <pre>
 *   RowTest -- Row.run
 *      |         |
 *      |         +-- RowRun: servers and clients of the row, figures, checks
 *      |         |      +-- Baseline: a server at rest, before and after
 *      |         |      +-- HealthyCalls, CountedCalls: calls of a client meanwhile
 *      |         v
 *      +--&gt; ScorecardFiles: target/scorecard.md and .json, one line a run
 *                ^
 *           RowElsewhere: a row that is a test of another module (RowElsewhereTest)
 * </pre>
 */
package io.grizzlythrift.scorecard.row;
