/**
 * What replies, and their absence, say of a connection and of a server.
 *
 * <pre>
 *   calls, replies and failures (pool)
 *        |
 *        +--> one connection
 *        |    HeldUpDetector      which calls are slow and may hold up the replies to later ones; does this peer reply in
 *        |                        order? Marks calls as slow, learns from their replies
 *        |    SilentPeerDetector  three calls in a row timed out and no byte came: has the peer vanished? Not while a call in
 *        |                        flight is older than the first of these time-outs
 *        |
 *        +--> one server
 *        |    EndpointHealth      failures in a row, success rate: open, ejected, probing; backoff, slow start
 *        |    PeakEwma            the latency of its calls
 *        |    PipeliningHint      logs that a server seems to lose pipelined calls
 *        |
 *        +--> all servers
 *             SlowMethods         is the next call of a method expected to be prompt? One score per method
 * </pre>
 */
package io.grizzlythrift.client.health;
