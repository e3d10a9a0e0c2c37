/**
 * The bench's commands. Each command has a package: next to those of the picture, {@code recording} (calls of a user's
 * own client), {@code chaos} (disturbs a fleet), {@code floor} (lower bounds of cost) and {@code micro} (JMH).
 *
 * <pre>
 *   matrix   compare   ycsb        commands that measure, each in its package
 *      |        |       |
 *      +--------+-------+--starts--> serve   (server)    {@link io.grizzlythrift.bench.server}
 *      |        |       |              ^
 *      |        |       |              | calls
 *      +--------+-------+--starts--> load    (client)    {@link io.grizzlythrift.bench.load}; for ycsb, YCSB
 *      v        v       v
 *   a JSON file for each comparison                       {@link io.grizzlythrift.bench.results}
 *      v
 *   report: tables, charts, a verdict                    {@link io.grizzlythrift.bench.report}
 *   figures: the figures of the documentation            {@link io.grizzlythrift.bench.figures}
 * </pre>
 */
package io.grizzlythrift.bench;
