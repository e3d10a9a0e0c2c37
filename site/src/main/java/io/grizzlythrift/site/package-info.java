/**
 * From the texts and the bench's results to static HTML.
 *
 * <pre>
 *   Site: reads, makes and writes all pages
 *
 *   src/pages/*.md --> page: PageReader --> Page (a tree of Markdown)
 *                                      |
 *          block: Samples, Drawings,   |  put into the tree what its blocks ask for
 *          Inserts                     v
 *              html: Links --> Body: headings, Cards, Highlighter --> Layout --> target/site/*.html
 *                      |                |
 *      javadoc in target/site/api   SearchIndex --> target/site/search-index.js
 * </pre>
 *
 * <p>Results that are older than the code say so: {@link io.grizzlythrift.site.block.CodeChanges} knows what changed, and when.
 *
 * <p>What is wrong with a text goes to {@link io.grizzlythrift.site.page.Problems}, with file and line; any fails the build.
 */
package io.grizzlythrift.site;
