/**
 * Groups runs that can be compared with each other.
 *
 * <pre>
 *   *.json --&gt; {@link io.grizzlythrift.bench.results.RunFiles} --&gt; {@link io.grizzlythrift.bench.report.group.Group}: the same {@link io.grizzlythrift.bench.report.group.Conditions} --&gt; {@link io.grizzlythrift.bench.report.group.Runs} of each contender
 *                               |
 *                               v
 *                          {@link io.grizzlythrift.bench.report.group.Slice}: groups that differ along one {@link io.grizzlythrift.bench.report.group.Axis}
 * </pre>
 */
package io.grizzlythrift.bench.report.group;
