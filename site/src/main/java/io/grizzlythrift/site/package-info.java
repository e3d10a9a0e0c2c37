/**
 * Builds static HTML from the pages in Markdown and the results of the bench.
 *
 * <pre>
 *   src/pages/*.md --> PageReader --> Page (a tree of Markdown)
 *                                      |
 *          Samples, Drawings, Inserts  |  replace special blocks of the tree with their content
 *                                      v
 *              Body: headings, Cards, Highlighter --> Links --> Layout --> target/site/*.html
 *                                      |                |
 *                                 SearchIndex   javadoc in target/site/api
 *                                      |
 *                                      v
 *                         target/site/search-index.js
 * </pre>
 *
 * <p>Results that are older than the code get a notice: {@link io.grizzlythrift.site.CodeChanges} has the changes and
 * their dates.
 *
 * <p>{@link io.grizzlythrift.site.Problems} collects all problems with the pages, with file and line. Any problem fails
 * the build.
 */
package io.grizzlythrift.site;
