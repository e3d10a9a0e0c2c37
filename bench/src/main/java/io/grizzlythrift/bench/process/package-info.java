/**
 * Servers and clients in processes of their own.
 *
 * <pre>
 *   {@link io.grizzlythrift.bench.process.Children}          ends every process below with this one
 *        |
 *        +-- {@link io.grizzlythrift.bench.process.ServerProcess}    serves until it is closed; tells its heap
 *        +-- {@link io.grizzlythrift.bench.process.ChildProcess}     does what it is asked ({@link io.grizzlythrift.bench.process.ChildRequests}); can be killed and frozen
 *        +-- {@link io.grizzlythrift.bench.process.LoadProcess}      a client from its start to its result
 *   {@link io.grizzlythrift.bench.process.JavaCommand}       how all are started
 * </pre>
 */
package io.grizzlythrift.bench.process;
