/**
 * Charts, drawn with Lets-Plot.
 *
 * <pre>
 *   {@link io.grizzlythrift.bench.report.chart.BarChart}                --+
 *                               +--&gt; {@link io.grizzlythrift.bench.report.chart.Spec}: a plot in Lets-Plot's words --&gt; {@code Svg}
 *   {@link io.grizzlythrift.bench.report.chart.LineChart}, with {@code Scale}  --+
 * </pre>
 */
package io.grizzlythrift.bench.report.chart;
