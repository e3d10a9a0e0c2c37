/**
 * The bench's own service: its calls, and the handler that replies to them.
 * {@link io.grizzlythrift.bench.service.BundledService} lists all services that are included;
 * {@link io.grizzlythrift.bench.service.jar} loads the user's own;
 * {@link io.grizzlythrift.bench.service.DelayedService} slows any of them down.
 *
 * <pre>
 *   {@link io.grizzlythrift.bench.service.Method} + size      the call
 *        |   {@link io.grizzlythrift.bench.service.WireProtocol}      its encoding
 *        v
 *   {@link io.grizzlythrift.bench.service.Exchange}           request frame -> server with {@link io.grizzlythrift.bench.service.BenchHandler} -> reply frame
 * </pre>
 *
 * <p>{@link io.grizzlythrift.bench.service.UserHandler} implements the methods for users, which {@code SampleUsers}
 * creates.
 */
package io.grizzlythrift.bench.service;
