/**
 * Turns result files into a page for people.
 *
 * <pre>
 *   *.json --&gt; {@link io.grizzlythrift.bench.report.group}: groups of contenders, round by round
 *                |
 *                v
 *      {@code LoadSection}, {@code MemorySection}, {@code YcsbSection}; {@code ComparisonSection}: {@link io.grizzlythrift.bench.published}
 *           |                        |
 *           v                        v
 *      {@link io.grizzlythrift.bench.report.chart}               {@code GroupTable}, {@code Provenance}
 *           |                        |
 *           +-----------+------------+
 *                       v
 *      {@code Preface}, {@link io.grizzlythrift.bench.verdict} --&gt; {@link io.grizzlythrift.bench.report.page} --&gt; {@link io.grizzlythrift.bench.report.Results}: parts for the site
 *                       |
 *                       +--&gt; {@link io.grizzlythrift.bench.report.Report}: report.md, *.svg
 * </pre>
 */
package io.grizzlythrift.bench.report;
