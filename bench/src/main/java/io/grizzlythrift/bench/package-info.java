/**
 * The bench's commands.
 *
 * <pre>
 *   matrix   compare   ycsb                              {@link io.grizzlythrift.bench.matrix}
 *      |        |       |                                {@link io.grizzlythrift.bench.compare}
 *      |        |       |                                {@link io.grizzlythrift.bench.ycsb}
 *      |        |       |                                {@link io.grizzlythrift.bench.memory}
 *      |        |       |                                {@link io.grizzlythrift.bench.process}
 *      +--------+-------+--starts--> serve   (server)    {@link io.grizzlythrift.bench.server}
 *      |        |       |              ^
 *      |        |       |              | calls
 *      +--------+       +--starts--> YCSB    (client)
 *      |        |
 *      +--------+----------starts--> load    (client)    {@link io.grizzlythrift.bench.load}
 *      v        v
 *   a JSON file for each run                             {@link io.grizzlythrift.bench.results}
 *      |
 *      v
 *   report: tables and charts, and a verdict             {@link io.grizzlythrift.bench.report}, {@link io.grizzlythrift.bench.verdict}
 *
 *   record: calls of a user's client, for load           {@link io.grizzlythrift.bench.recording}
 *
 *   chaos: a fleet that is disturbed                     {@link io.grizzlythrift.bench.chaos}
 *
 *   floor: what a server costs that decodes nothing      {@link io.grizzlythrift.bench.floor}
 *
 *   jmh: the parts, without sockets                      {@link io.grizzlythrift.bench.micro}
 *
 *   options of all commands, and words for bad ones      {@link io.grizzlythrift.bench.option}
 * </pre>
 */
package io.grizzlythrift.bench;
