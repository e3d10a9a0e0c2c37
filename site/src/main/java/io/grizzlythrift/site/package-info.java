/**
 * Builds static HTML from the pages in Markdown and the results of the bench.
 *
 * <pre>
 *   Site: reads, builds and writes all pages
 *
 *   src/pages/*.md --> page: PageReader --> Page (a tree of Markdown)
 *                                      |
 *          block: Samples, Drawings,   |  replace special blocks of the tree with their content
 *          Inserts                     v
 *              html: Links --> Body: headings, Cards, Highlighter --> Layout --> target/site/*.html
 *                      |                |
 *      javadoc in target/site/api   SearchIndex --> target/site/search-index.js
 * </pre>
 *
 * <p>Results that are older than the code get a notice: {@link io.grizzlythrift.site.block.CodeChanges} has the changes
 * and their dates.
 *
 * <p>{@link io.grizzlythrift.site.page.Problems} collects all problems with the pages, with file and line. Any problem
 * fails the build.
 */
package io.grizzlythrift.site;
