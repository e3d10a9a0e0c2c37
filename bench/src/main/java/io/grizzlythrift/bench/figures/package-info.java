/**
 * Puts figures of results and code of samples into Markdown, between markers that say which.
 *
 * <pre>
 *   page.md --&gt; {@link io.grizzlythrift.bench.figures.MarkedPage} --&gt; {@code Expression}, {@code Table} --&gt; page.md with new figures
 *                                          |
 *                                          v  {@code FigurePath}
 *               site/results/* --&gt; {@code StoredFigures}          samples/* --&gt; {@code Samples}
 * </pre>
 *
 * <p>A marker is an HTML comment, which neither GitHub nor the site shows:
 *
 * <pre>{@code
 * <!-- figure quick / 40 connections / same-thread / calls/s -->84,600<!-- end -->
 * <!-- figure quick / 40 connections / same-thread / calls/s relative to netty -->1.00<!-- end -->
 * <!-- code samples/guide/src/main/java/a/B.java#region -->...<!-- end -->
 * <!-- not measured: defaults of the options -->
 * <!-- assert quick / 40 connections / nonblocking / calls/s relative to same-thread > 1.05 -->
 * }</pre>
 */
package io.grizzlythrift.bench.figures;
