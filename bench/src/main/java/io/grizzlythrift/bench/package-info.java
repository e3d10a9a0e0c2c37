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
 *   record: calls of the user's own client, for load     {@link io.grizzlythrift.bench.recording}
 *
 *   chaos: disturbs a fleet while clients call it        {@link io.grizzlythrift.bench.chaos}
 *
 *   floor: cost of a server that decodes nothing         {@link io.grizzlythrift.bench.floor}
 *
 *   jmh: micro benchmarks of parts, without sockets      {@link io.grizzlythrift.bench.micro}
 *
 *   option values and messages for bad options           {@link io.grizzlythrift.bench.option}
 * </pre>
 */
package io.grizzlythrift.bench;
