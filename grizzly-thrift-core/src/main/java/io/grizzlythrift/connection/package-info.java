/**
 * One connection of a server, from accept to close.
 *
 * <pre>
 *   listening socket
 *      |  ConnectionLimiter       pauses accepting at maxConnections and after a failed accept; stops listening
 *      v
 *   ConnectionsPerAddress         counts connections per peer address: maxConnectionsPerAddress
 *      v
 *   ServerConnection              state of one connection: its calls, its reply queue, how it drains and closes
 *      |-- HandshakeListener      established once the TLS handshake is complete
 *      |-- ReadThrottle           pauses and resumes reading: calls in flight, unsent replies, memory
 *      |-- ConnectionTimeouts     frame, write, idle, first call, handshake, age; checked by the timeout monitor
 *      |-- ConnectionTransport    identifies the connection to a processor factory
 *      v
 *   calls (dispatch), replies (reply), memory account (memory)
 * </pre>
 */
package io.grizzlythrift.connection;
