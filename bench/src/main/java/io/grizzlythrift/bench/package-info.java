/**
 * The bench's commands.
 *
 * <pre>
 *   compare --starts--> serve   (server, a process)      {@link io.grizzlythrift.bench.server}
 *      |                  ^
 *      |                  | calls
 *      +----starts-----> load   (client, a process)      {@link io.grizzlythrift.bench.load}
 *      v
 *   table, JSON files                                    {@link io.grizzlythrift.bench.compare}
 *
 *   ycsb ----starts--> serve, and YCSB in place of load     {@link io.grizzlythrift.bench.ycsb}
 * </pre>
 */
package io.grizzlythrift.bench;
