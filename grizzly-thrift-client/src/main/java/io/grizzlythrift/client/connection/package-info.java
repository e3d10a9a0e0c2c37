/**
 * One connection: the calls it carries, and its life cycle.
 *
 * <pre>
 *   call --> PooledConnection --> CallEncoder --> ConnectionCalls --> WriteQueue (inflight) --> socket
 *                 |     |                              ^                                          |
 *                 |     |                              +-- ReplyDispatcher --- ReplyReader -------+
 *                 |     +--> ConnectionEnd             with the last call, or at once; EndReason says why
 *                 v
 *          ConnectedEndpoint                           what the connection reports to its endpoint
 * </pre>
 */
package io.grizzlythrift.client.connection;
