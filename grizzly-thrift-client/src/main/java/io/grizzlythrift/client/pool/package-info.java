/**
 * Which connection takes a call, and the life of a connection.
 *
 * <pre>
 *   ConnectionPool        the open connection with the fewest calls
 *        |
 *        v
 *   Endpoint              one attempt to connect at a time, backs off after each failure
 *        |                PipeliningHint: logs that a server seems to lose pipelined calls
 *        v
 *   PooledConnection      takes calls, ends all its calls when it ends
 *        |                ReplyDispatcher: matches replies to calls
 *        |                AbandonedCalls: calls that ended without a reply
 *        |                SilentPeerDetector: has the peer vanished?
 *        v
 *   inflight, io
 * </pre>
 */
package io.grizzlythrift.client.pool;
