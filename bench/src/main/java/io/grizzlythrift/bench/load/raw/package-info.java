/**
 * The client {@code raw}, which replays encoded frames at minimal cost: each thread has a selector for many
 * connections.
 *
 * <pre>
 *   {@link io.grizzlythrift.bench.load.raw.RawClient} --&gt; {@code RawLoop}: select --&gt; {@code RawConnection} --&gt; its {@code Traffic}: reads n replies, writes n calls
 *                                       |                     |             (with a rate: those due in {@code DueCalls})
 *                                       v                     |
 *                                   latencies                 +--&gt; {@code SameCall}: {@code ReplyCounter}, {@code SendTimes}, {@code RequestStream}
 *                                                             +--&gt; {@code RecordedTraffic}: {@link io.grizzlythrift.bench.recording}
 * </pre>
 */
package io.grizzlythrift.bench.load.raw;
