/**
 * The texts: from Markdown files to pages, and what is wrong with them.
 *
 * <pre>
 *   src/pages/*.md --> PageReader   reads all, checks their heads, sorts by order
 *                          |
 *                          v
 *                        Page       record: file, name, title, description, order; its content, a tree of Markdown
 *
 *   Problems   what is wrong, with file and line; any fails the build
 *   Markdown   parses; to HTML; inserts a text, or HTML, into a tree
 *   Words      the bench's words as people read them: units, titles without the preset
 * </pre>
 */
package io.grizzlythrift.site.page;
