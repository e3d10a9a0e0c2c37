/**
 * The client {@code raw}, which replays encoded frames at minimal cost: a thread with a selector for many connections.
 *
 * <pre>
 *   {@link io.grizzlythrift.bench.load.raw.RawClient} --&gt; {@code RawLoop}: select --&gt; {@code RawConnection}
 *                                       |
 *        read --&gt; {@code ReplyCounter}: n replies --&gt; {@code SendTimes}: latencies
 *                                           |
 *                                           +--&gt; {@code RequestStream}: n requests, one write
 *                                                (with a rate: as many as {@code DueCalls} has)
 * </pre>
 */
package io.grizzlythrift.bench.load.raw;
