/**
 * The client {@code raw}, which replays encoded frames at minimal cost: a thread with a selector for many connections.
 *
 * <pre>
 *   {@link io.grizzlythrift.bench.load.raw.RawClient} --&gt; {@code RawLoop}: select --&gt; {@code RawConnection} --&gt; its {@code Traffic}: n replies read, n calls written
 *                                       |                     |             (with a rate: as many as {@code DueCalls} has)
 *                                       v                     |
 *                                   latencies                 +--&gt; {@code SameCall}: {@code ReplyCounter}, {@code SendTimes}, {@code RequestStream}
 *                                                             +--&gt; {@code RecordedTraffic}: {@link io.grizzlythrift.bench.recording}
 * </pre>
 */
package io.grizzlythrift.bench.load.raw;
