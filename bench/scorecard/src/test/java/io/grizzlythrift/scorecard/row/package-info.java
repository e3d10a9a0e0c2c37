/**
 * A running row, and the table of all rows.
 *
 * <pre>
 *   RowTest -- Row.run
 *      |         |
 *      |         +-- RowRun: servers and clients of the row, figures, checks
 *      |         |      +-- Baseline: a server at rest, before and after
 *      |         |      +-- HealthyCalls, CountedCalls: calls of a client during the row
 *      |         v
 *      +--&gt; ScorecardFiles: target/scorecard.md and .json, one line per run
 *                ^
 *           RowElsewhere: a row that is a test of another module (RowElsewhereTest)
 * </pre>
 */
package io.grizzlythrift.scorecard.row;
