/**
 * One connection of a server, from accept to close.
 *
 * <pre>
 *   listening socket
 *      |  ConnectionLimiter       maxConnections: accepts by an IOStrategy of its own; permits; pauses and resumes accept
 *      |                          events, also after a failed accept; drains the backlog; stops listening
 *      v
 *   ConnectionsPerAddress         maxConnectionsPerAddress: counts connections per IPv4 address or IPv6 network
 *      v
 *   ServerConnection              state of one connection, made by ThriftServerFilter (server), which handles its events.
 *      |                          The CallOrigin, MemoryOwner and Listener of its ReplyQueue: drains (reads the rest on
 *      |                          the selector), retires, closes after writes; terminates for a limit, for memory or by
 *      |                          force; abandons if memory ran out; words the close reason
 *      |-- HandshakeListener      TLS filter --&gt; connection: established once the handshake is complete
 *      |-- ReadThrottle           pauses and resumes READ events: calls in flight, unsent replies, memory; resumes by a
 *      |                          WriteHandler, once Grizzly's write queue is short
 *      |-- ConnectionTimeouts     compares progress between checks, words what timed out: frame, write, idle, first call,
 *      |                          handshake; age
 *      |-- CloseRequest           asks the peer to close, by a CloseNotice (peer), if it understands one: expected, sent, expired
 *      |-- ConnectionTransport    a TTransport that only identifies the connection to a processor factory
 *      v
 *   calls (dispatch), replies (reply), memory account (memory)
 * </pre>
 */
package io.grizzlythrift.connection;
