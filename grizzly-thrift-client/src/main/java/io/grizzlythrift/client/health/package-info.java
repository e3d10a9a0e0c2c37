/**
 * Judges connections and servers by their replies, and by the absence of replies.
 *
 * <pre>
 *   calls, replies and failures (connection)
 *        |
 *        +--> one connection
 *        |    HeldUpDetector      is it held up: has it slow calls, and does this peer reply in order (overtaking)?
 *        |                        Marks abandoned calls as slow, and the oldest one (check) if nothing was read for 20
 *        |                        ms or two round trips; learns from replies to slow calls, and updates SlowMethods
 *        |    SilentPeerDetector  three calls in a row timed out and no byte came for the longest of these timeouts:
 *        |                        has the peer vanished, and for how long (silentNanos)? No, while a call in flight
 *        |                        (InFlight, nested) is older than the first of them
 *        |
 *        +--> one server
 *        |    AttemptOutcome      what the end of an attempt says about it: GOOD, FAILED or NEUTRAL
 *        |    EndpointHealth      open, ejected or probing (State), for a Reason: failures in a row (timedOut,
 *        |                        connectFailed, connectionLost), success rate against that of all servers (compareRate),
 *        |                        or stalled, with the options of OutlierDetection (balance), unless it is the only one
 *        |                        (mayEject); offers and hands out one probe; readmits; ExponentialBackoff (retry),
 *        |                        doubled by each ejection in a row; slow start (warm) as a factor of the weight; logs
 *        |    PeakEwma            the latency of its good replies: rises quickly, falls slowly (decay); for the first 100
 *        |                        calls, the shortest latency; isKnown after 5 calls
 *        |    SuccessRate         the part of its last attempts that did not fail: makes a server that fails expensive
 *        |    PipeliningHint      logs once that a server replies to single calls but seems to lose pipelined ones
 *        |
 *        +--> all servers
 *             SlowMethods         is the next call of a method Expected to be prompt, slow or unknown? One score per
 *                                 method: rises by an OCCASION when a call holds others up (heldUp), otherwise falls
 * </pre>
 */
package io.grizzlythrift.client.health;
