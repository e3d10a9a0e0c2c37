/**
 * Tests of the abuse that server and client must withstand, row by row, with a table of the results.
 *
 * <pre>
 *   rows, by theme:
 *       connection    connections that are idle, slow, half closed, reset or too many
 *       hostile       wrong lengths, garbage, compressed bombs, nesting
 *       lifecycle     processes that are killed, frozen, restarted or drained
 *       load          more calls than threads, queues and pools can hold
 *       memory        replies and frames that accumulate, a full heap, full direct memory
 *       client        abuse of the client, in a separate process
 *         |
 *         v
 *   their building blocks:
 *       peer          connections without a client library, and the bytes that they send
 *         |
 *         v
 *       row           a running row, its checks, and the table in target/scorecard.md and .json
 *         |
 *         v
 *       server        the server process, its options, its handler
 *         |
 *         v
 *       process       start of a process, requests to it, its figures
 *         |
 *         v
 *       variant       strategy, transport and size
 * </pre>
 *
 * <p>A package uses those below it, never one above. Rows of one theme do not use those of another.
 */
package io.grizzlythrift.scorecard;
