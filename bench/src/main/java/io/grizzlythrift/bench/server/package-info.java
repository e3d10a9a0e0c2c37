/**
 * The servers of the comparison, one class per kind, all with the same handlers. {@link
 * io.grizzlythrift.bench.server.CppServer}, a separate process, and {@code GrpcServer} serve only the echo. Drift's
 * server has {@linkplain io.grizzlythrift.bench.drift a package of its own}.
 *
 * <pre>
 *   name --> {@link io.grizzlythrift.bench.server.Servers} --> {@link io.grizzlythrift.bench.server.BenchServer}
 *                                       ^
 *   {@link io.grizzlythrift.bench.server.ServerSettings} -------+   protocol, threads, processor
 * </pre>
 */
package io.grizzlythrift.bench.server;
