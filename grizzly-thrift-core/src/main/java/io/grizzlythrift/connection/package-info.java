/**
 * One connection of a server, from accept to close.
 *
 * <pre>
 *   listening socket
 *      |  ConnectionLimiter       maxConnections: accepts by an IOStrategy of its own; permits; pauses and resumes accept
 *      |                          events, also after a failed accept (backoff) and when the timeout monitor asks; drains the
 *      |                          backlog; stops listening: takes the key of each listening socket from its selector
 *      v
 *   ConnectionsPerAddress         maxConnectionsPerAddress: counts connections per IPv4 address or IPv6 network, by permits
 *      v
 *   ServerConnection              state of one connection, made by ThriftServerFilter (server), which handles its events.
 *      |                          Its services; is it established? The CallOrigin, MemoryOwner and Listener of its
 *      |                          ReplyQueue: drains (reads the rest on the selector), retires, closes after writes;
 *      |                          terminates for a limit, an overflow, for memory or by force; abandons if memory ran
 *      |                          out; queued batches; words the close reason; whenClosed, whenFinished
 *      |-- HandshakeListener      TLS filter --&gt; connection: established once the handshake is complete
 *      |-- ReadThrottle           paused (compare-and-set) or not: switches READ events off and on: calls in flight, unsent
 *      |                          replies, memory; resumes by a WriteHandler, once Grizzly's write queue is short
 *      |-- ConnectionTimeouts     compares progress between checks, words what timed out: frame, write, idle, first call,
 *      |                          handshake; age; when a CloseRequest has expired
 *      |-- CloseRequest           asks the peer to close, by a CloseNotice (peer), if it understands one: expected, sent (or
 *      |                          awaits the first call), expired; until then the connection is served while draining
 *      |-- ConnectionTransport    a TTransport that only identifies the connection to a processor factory: its addresses
 *      |                          (local, remote), whenFinished; reads and writes nothing
 *      v
 *   calls (dispatch), replies (reply), memory account (memory)
 * </pre>
 */
package io.grizzlythrift.connection;
