/**
 * From the tree of a page to its HTML.
 *
 * <pre>
 *   Page --> Links        turns links to pages, to the API and elsewhere into addresses; anchors, check: does each target exist?
 *     |        +-> ApiDocs    the pages that javadoc made: path of a package, class or member
 *     v
 *   Body         HTML of the text: ids of headings
 *     |-> Cards        labels the cells of tables, which the style sheet turns into cards
 *     |-> Highlighter  colors of code; the languages it knows
 *     v
 *   Layout       the page around the body: navigation, contents, neighbours, link to the source
 *     +-> Edition    record: version, address of the sources; puts a copy of the text beside the pages if there is none
 *
 *   SearchIndex  the sections of the bodies of all pages, as a script
 * </pre>
 */
package io.grizzlythrift.site.html;
