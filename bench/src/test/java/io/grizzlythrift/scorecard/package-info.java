/**
 * What server and client must withstand, row by row, with a table of what held in the end.
 *
 * <pre>
 *   rows, by theme:
 *       connection    what peers do with connections: idle, slow, half closed, reset, many
 *       hostile       bytes that lie, garbage, compressed bombs, nesting
 *       lifecycle     processes that are killed, frozen, restarted or drained
 *       load          more calls than threads, queues and pools take
 *       memory        replies and frames that pile up, a full heap, full direct memory
 *       client        what the client withstands, in a process of its own
 *         |
 *         v
 *   what they are made of:
 *       peer          connections without a client library, and the bytes that they send
 *         |
 *         v
 *       row           a row while it runs, its checks, and the table in target/scorecard.md and .json
 *         |
 *         v
 *       server        the server process, its options, its handler
 *         |
 *         v
 *       process       start of a process, requests to it, what it counts
 *         |
 *         v
 *       variant       strategy, transport and size
 * </pre>
 *
 * <p>A room uses those below it, never one above. Rows of one theme do not use those of another.
 */
package io.grizzlythrift.scorecard;
