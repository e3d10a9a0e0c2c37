/**
 * From result files to a page that people read.
 *
 * <pre>
 *   *.json --> RunFiles --> Group (a question) with its Runs (the answers of each contender)
 *                             |
 *                             v
 *         LoadSection, MemorySection, YcsbSection
 *             |                              |
 *   Slice, LineChart, BarChart --> Svg   GroupTable --> MarkdownTable
 *             |                              |
 *             +--------------+---------------+
 *                            v
 *             Preface --> Page
 *                            |
 *                            v
 *                    Report: report.md, *.svg
 * </pre>
 */
package io.grizzlythrift.bench.report;
