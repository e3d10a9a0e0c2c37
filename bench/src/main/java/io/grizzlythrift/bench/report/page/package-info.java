/**
 * A page of results: what it consists of, and how it becomes Markdown.
 *
 * <pre>
 *   {@link io.grizzlythrift.bench.report.page.Page}: text, {@link io.grizzlythrift.bench.report.page.MarkdownTable}, charts, sections --&gt; {@link io.grizzlythrift.bench.report.page.Part}s
 *                                               |
 *                                               +--&gt; {@link io.grizzlythrift.bench.report.page.MarkdownReport}: report.md, and a file for
 *                                               |    each chart ({@link io.grizzlythrift.bench.report.page.ChartFiles})
 *                                               +--&gt; the site, in a {@link io.grizzlythrift.bench.report.page.Look} of its own ({@link io.grizzlythrift.bench.report.page.Palette})
 * </pre>
 */
package io.grizzlythrift.bench.report.page;
