/**
 * One connection: the calls it carries, its life cycle, and how its server is judged by replies and their absence. A
 * server that fails often is ejected for a while and then probed. A connection is head-of-line blocked if a slow call
 * keeps the replies of others back.
 *
 * <pre>
 *   call --> PooledConnection --> CallEncoder --> ConnectionCalls --> WriteQueue (call) --> socket
 *                 |     |                              ^                                      |
 *                 |     |                              +-- ReplyDispatcher --- ReplyReader ---+
 *                 |     +--> ConnectionEnd             with the last call, or at once; EndReason says why
 *                 v
 *          ConnectedEndpoint                           what the connection reports to its endpoint
 * </pre>
 */
package io.grizzlythrift.client.internal.connection;
