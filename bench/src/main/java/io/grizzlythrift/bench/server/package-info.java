/**
 * The servers of the comparison, each in one class, all with the same handlers; but {@link
 * io.grizzlythrift.bench.server.CppServer}, a process of its own, and {@code GrpcServer} serve the echo alone.
 *
 * <pre>
 *   name --> {@link io.grizzlythrift.bench.server.Servers} --> {@link io.grizzlythrift.bench.server.BenchServer}
 *                                       ^
 *   {@link io.grizzlythrift.bench.server.ServerSettings} -------+   protocol, threads, processor
 * </pre>
 */
package io.grizzlythrift.bench.server;
