/**
 * From result files to a page that people read.
 *
 * <pre>
 *   *.json --> RunFiles --> Group (a question) with its Runs (the answers of each contender)
 *                             |
 *                             v
 *         LoadSection, MemorySection, YcsbSection
 *             |                              |
 *   Slice, LineChart, BarChart           GroupTable --> MarkdownTable
 *             |                              |
 *             +--------------+---------------+
 *                            v
 *             Preface --> Page --> Parts of the Results
 *                                    |            |
 *                                    v            v
 *             Report: report.md, *.svg            the site
 *                              ^                  ^
 *                              +-- Svg of a Look -+
 * </pre>
 */
package io.grizzlythrift.bench.report;
