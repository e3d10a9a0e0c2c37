/**
 * What the blocks of a page ask for: code, drawings, results.
 *
 * <pre>
 *   Blocks             visits each block of a page; refuses pasted code, HTML and images
 *     |-> Samples          the lines of a file, or of a region of it
 *     |-> Drawings         PlantUML to SVG in the colors of the theme, upright for phones; the text that stands for it
 *     +-> Inserts          reads comments: results, chart, scorecard, packages
 *           |-> ResultParts      charts and tables of one folder of results, and whether they are older than the code
 *           |     +-> CodeChanges  results/changes.txt: what changed in the code, and when
 *           |-> ScorecardTables  the tables of the scorecard
 *           +-> PackageTable     all packages of the library: files, lines, types for users, first sentence
 * </pre>
 */
package io.grizzlythrift.site.block;
