/**
 * Starts calls, and chooses the connection that takes each of them. It also opens connections as load grows, pings idle
 * ones and probes ejected servers.
 *
 * <pre>
 *   ConnectionPool.start: counts the call, begins its interceptors
 *      v
 *   ConnectionChooser     picker --> server --> its connection with the fewest calls
 *      |                                    --> opens another one if all are full or blocked
 *      |                                    --> lets the call wait at the server
 *      v
 *   PooledConnection (connection) encodes and sends the call that it has taken
 * </pre>
 */
package io.grizzlythrift.client.pool;
