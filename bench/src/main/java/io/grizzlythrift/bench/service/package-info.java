/**
 * What travels: the calls of the bench, and the handler that answers them. And what else its servers can serve:
 * {@link io.grizzlythrift.bench.service.ServedService}.
 *
 * <pre>
 *   {@link io.grizzlythrift.bench.service.Method} + size      what to call
 *        |   {@link io.grizzlythrift.bench.service.WireProtocol}      how it is encoded
 *        v
 *   {@link io.grizzlythrift.bench.service.Exchange}           request frame -> server with {@link io.grizzlythrift.bench.service.BenchHandler} -> reply frame
 * </pre>
 */
package io.grizzlythrift.bench.service;
