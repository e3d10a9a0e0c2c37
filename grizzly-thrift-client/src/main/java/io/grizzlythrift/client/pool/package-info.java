/**
 * Which connection takes a call, and the life of a connection.
 *
 * <pre>
 *   ConnectionPool        the open connection with the fewest calls; lets calls wait for one; closes all
 *        |
 *        v
 *   Endpoint              one attempt to connect at a time, backs off after each failure; replaces closed connections
 *        |                PipeliningHint: logs that a server seems to lose pipelined calls
 *        v
 *   PooledConnection      takes calls, ends all its calls when it ends; words the reason, as an EndReason
 *        |                ReplyDispatcher: matches replies to calls
 *        |                AbandonedCalls: calls that ended without a reply
 *        |                SilentPeerDetector: has the peer vanished?
 *        v
 *   inflight, io
 *
 *   ClientContext         what all of them share: config, threads, completion, codecs, clock
 * </pre>
 */
package io.grizzlythrift.client.pool;
