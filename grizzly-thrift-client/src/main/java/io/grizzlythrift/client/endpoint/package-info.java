/**
 * The servers of a client, and the connections to each of them.
 *
 * <pre>
 *   EndpointSet           all servers: which may take calls, and the picker over them
 *      v
 *   Endpoint              one server: address, load, latency, health
 *      |-- EndpointConnections   its connections: being opened, open, retiring; backoff after failures
 *      +-- WaitingCalls          calls that no connection has taken yet
 *      v
 *   connection            one of its connections
 * </pre>
 */
package io.grizzlythrift.client.endpoint;
