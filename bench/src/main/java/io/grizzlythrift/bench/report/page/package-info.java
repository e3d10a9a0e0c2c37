/**
 * The parts of a page of results, and their conversion to Markdown.
 *
 * <pre>
 *   {@link io.grizzlythrift.bench.report.page.Page}: text, {@link io.grizzlythrift.bench.report.page.MarkdownTable}, charts, sections --&gt; {@link io.grizzlythrift.bench.report.page.Part}s
 *                                               |
 *                                               +--&gt; {@link io.grizzlythrift.bench.report.page.MarkdownReport}: report.md, and one file per
 *                                               |    chart ({@link io.grizzlythrift.bench.report.page.ChartFiles})
 *                                               +--&gt; the site, in its own {@link io.grizzlythrift.bench.report.page.Look} ({@link io.grizzlythrift.bench.report.page.Palette})
 * </pre>
 */
package io.grizzlythrift.bench.report.page;
