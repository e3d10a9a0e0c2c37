/**
 * What replies, and their absence, say of a connection and of a server.
 *
 * <pre>
 *   calls, replies and failures (connection)
 *        |
 *        +--> one connection
 *        |    HeldUpDetector      is it held up: has it slow calls, and does this peer reply in order (overtaking)? check: no
 *        |                        read for a while marks the oldest call as slow; learns from replies to slow calls and
 *        |                        tells SlowMethods
 *        |    SilentPeerDetector  three calls in a row timed out and no byte came: has the peer vanished, for how long? Not
 *        |                        while a call in flight is older than the first of these time-outs
 *        |
 *        +--> one server
 *        |    EndpointHealth      failures in a row, success rate against that of all (compareRate), stalled: open, ejected,
 *        |                        probing; offers and hands out one probe; readmits; backoff, doubled by each
 *        |                        ejection in a row; slow start as a factor of the weight; last failure; logs
 *        |    PeakEwma            the latency of its calls: jumps up, sinks slowly (decay); of the first 100 calls the shortest
 *        |    PipeliningHint      logs once that a server replies to single calls but seems to lose pipelined ones
 *        |
 *        +--> all servers
 *             SlowMethods         is the next call of a method expected to be prompt, slow or unknown? One score per method:
 *                                 more when a call held others up, less when not
 * </pre>
 */
package io.grizzlythrift.client.health;
