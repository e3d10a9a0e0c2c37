/**
 * Measures the memory that a server uses for each idle connection.
 *
 * <pre>
 *   this process                                     process of the server
 *   {@link io.grizzlythrift.bench.memory.MemoryRun}
 *      |-- IdleConnections: one call on each  -----> connections
 *      |-- Footprint.read
 *              |-- "heap" -------------------------> {@link io.grizzlythrift.bench.memory.LiveHeap}
 *              +-- /proc/PID/status
 * </pre>
 */
package io.grizzlythrift.bench.memory;
