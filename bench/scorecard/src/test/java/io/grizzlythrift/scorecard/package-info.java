/**
 * Tests of the abuse that server and client must withstand, row by row, with a table of the results. Rows are in the
 * subpackages {@code connection}, {@code hostile}, {@code lifecycle}, {@code load}, {@code memory} and {@code client}. A
 * package uses those below it, never one above, and rows of one theme do not use those of another.
 *
 * <pre>
 *   rows, by theme
 *         v
 *       peer          connections without a client library, and the bytes that they send
 *         v
 *       row           a running row, its checks, and the table in target/scorecard.md and .json
 *         v
 *       server        the server process, its options, its handler
 *         v
 *       process       start of a process, requests to it, its figures
 *         v
 *       variant       strategy, transport and size
 * </pre>
 */
package io.grizzlythrift.scorecard;
