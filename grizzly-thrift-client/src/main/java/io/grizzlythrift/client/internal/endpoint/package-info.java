/**
 * The servers of a client, the connections to each of them, and the choice of the one that takes a call. Connections
 * are opened as load grows, pinged when idle, and probed when their server was ejected.
 *
 * <pre>
 *   ConnectionPool.start: counts the call, begins its interceptors
 *      v
 *   ConnectionChooser     picker --> server --> its connection with the fewest calls, another one, or a wait
 *      v
 *   EndpointSet           all servers: which may take calls, and the picker over them
 *      v
 *   Endpoint              one server: address, load, latency, health
 *      |-- EndpointConnections   being opened, open, retiring; backoff after failures
 *      +-- WaitingCalls          calls that no connection has taken yet
 *      v
 *   PooledConnection (connection) encodes and sends the call that it has taken
 * </pre>
 */
package io.grizzlythrift.client.internal.endpoint;
