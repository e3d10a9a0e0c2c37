/**
 * Judges connections and servers by their replies, and by the absence of replies.
 *
 * <pre>
 *   calls, replies and failures (connection)
 *        |
 *        +--> one connection
 *        |    HeldUpDetector      is it held up: has it slow calls, and does this peer reply in order (overtaking)?
 *        |                        check marks the oldest call as slow if nothing was read for a while; learns from
 *        |                        replies to slow calls, and updates SlowMethods
 *        |    SilentPeerDetector  three calls in a row timed out and no byte came: has the peer vanished, and for how
 *        |                        long? No, while a call in flight is older than the first of these timeouts
 *        |
 *        +--> one server
 *        |    EndpointHealth      open, ejected or probing, by failures in a row, success rate against that of all
 *        |                        servers (compareRate), and stalled; offers and hands out one probe; readmits;
 *        |                        backoff, doubled by each ejection in a row; slow start as a factor of the weight;
 *        |                        last failure; logs
 *        |    PeakEwma            the latency of its calls: jumps up, falls slowly (decay); for the first 100 calls,
 *        |                        the shortest latency
 *        |    PipeliningHint      logs once that a server replies to single calls but seems to lose pipelined ones
 *        |
 *        +--> all servers
 *             SlowMethods         is the next call of a method expected to be prompt, slow or unknown? One score per
 *                                 method: rises when a call holds others up, falls when it does not
 * </pre>
 */
package io.grizzlythrift.client.health;
