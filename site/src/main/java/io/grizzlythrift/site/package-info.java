/**
 * From the texts and the bench's results to static HTML.
 *
 * <pre>
 *   src/pages/*.md --> PageReader --> Page (a tree of Markdown)
 *                                      |
 *          Samples, Drawings, Inserts  |  put into the tree what its blocks ask for
 *                                      v
 *              Body: headings, Cards, Highlighter --> Links --> Layout --> target/site/*.html
 *                                      |                |
 *                                 SearchIndex   javadoc in target/site/api
 *                                      |
 *                                      v
 *                         target/site/search-index.js
 * </pre>
 *
 * <p>Results that are older than the code say so: {@link io.grizzlythrift.site.CodeChanges} knows what changed, and when.
 *
 * <p>What is wrong with a text goes to {@link io.grizzlythrift.site.Problems}, with file and line; any fails the build.
 */
package io.grizzlythrift.site;
