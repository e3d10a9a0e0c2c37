/**
 * Runs servers and clients in separate processes.
 *
 * <pre>
 *   {@link io.grizzlythrift.bench.process.Children}          ends all processes below when this process ends
 *        |
 *        +-- {@link io.grizzlythrift.bench.process.ServerProcess}    serves until it is closed; reports its heap
 *        +-- {@link io.grizzlythrift.bench.process.ChildProcess}     replies to {@link io.grizzlythrift.bench.process.ChildRequests}; can be killed and frozen
 *        +-- {@link io.grizzlythrift.bench.process.LoadProcess}      runs a client from its start to its result
 *   {@link io.grizzlythrift.bench.process.JavaCommand}       starts all of them
 *   {@link io.grizzlythrift.bench.process.FreePorts}         ports for them, which the kernel gives to no other process
 * </pre>
 */
package io.grizzlythrift.bench.process;
