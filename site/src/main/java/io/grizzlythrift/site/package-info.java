/**
 * From the texts and the bench's results to static HTML.
 *
 * <pre>
 *   src/pages/*.md --> PageReader --> Page (a tree of Markdown)
 *                                      |
 *          Samples, Drawings, Inserts  |  put into the tree what its blocks ask for
 *                                      v
 *                                   Renderer --> body --> Links --> Layout --> target/site/*.html
 *                                                           |
 *                                           javadoc in target/site/api
 * </pre>
 *
 * <p>What is wrong with a text goes to {@link io.grizzlythrift.site.Problems}, with file and line; any fails the build.
 */
package io.grizzlythrift.site;
