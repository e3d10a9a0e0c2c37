/**
 * Charts, drawn with Lets-Plot.
 *
 * <pre>
 *   {@link io.grizzlythrift.bench.report.chart.BarChart}                --+
 *                               +--&gt; {@link io.grizzlythrift.bench.report.chart.Spec}: a plot for Lets-Plot --&gt; {@code Svg}
 *   {@link io.grizzlythrift.bench.report.chart.LineChart}, with {@code Scale}  --+
 * </pre>
 */
package io.grizzlythrift.bench.report.chart;
