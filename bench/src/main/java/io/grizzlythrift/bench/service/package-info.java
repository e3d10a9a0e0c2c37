/**
 * The bench's own service: its calls, and the handler that replies to them. {@link
 * io.grizzlythrift.bench.service.BundledService} lists the others that come along; {@link
 * io.grizzlythrift.bench.service.jar} has those of users; {@link io.grizzlythrift.bench.service.DelayedService} makes any of
 * them slow.
 *
 * <pre>
 *   {@link io.grizzlythrift.bench.service.Method} + size      what to call
 *        |   {@link io.grizzlythrift.bench.service.WireProtocol}      how it is encoded
 *        v
 *   {@link io.grizzlythrift.bench.service.Exchange}           request frame -> server with {@link io.grizzlythrift.bench.service.BenchHandler} -> reply frame
 * </pre>
 *
 * <p>What it does with users is in {@link io.grizzlythrift.bench.service.UserHandler}, and {@code SampleUsers} makes them.
 */
package io.grizzlythrift.bench.service;
