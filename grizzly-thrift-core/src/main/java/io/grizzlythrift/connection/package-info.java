/**
 * One connection of a server, from accept to close.
 *
 * <pre>
 *   listening socket
 *      |  ConnectionLimiter       maxConnections: accepts in its own IOStrategy; permits; pauses and resumes accept
 *      |                          events, also after a failed accept (backoff, logged and counted) and for the timeout
 *      |                          monitor; stops listening: accepts the backlog, deregisters each listening socket from
 *      |                          its selector; futures: no socket listens, all sockets and connections are closed
 *      v
 *   ConnectionsPerAddress         maxConnectionsPerAddress: counts connections per IPv4 address or IPv6 network (its
 *      |                          first 8 bytes), by permits; logs nothing
 *      v
 *   AcceptedChannelConfigurator   sets the socket options of an accepted connection on its channel; those of a listening
 *      |                          one as Grizzly does
 *      v
 *   ConnectionAttributes          Grizzly's attributes of a connection: those of the frame and server filters are
 *      |                          fields, others are in a holder of Grizzly; nested: the AttributeBuilder that creates
 *      |                          them for a transport
 *      v
 *   SharedFilterState             Grizzly's state of a filter chain: one for all connections, as plain chains never use it
 *      v
 *   ChannelReadFilter             the lowest filter: one read, from the channel through a direct buffer of the thread into
 *      |                          a buffer of the memory manager; handles the end of the stream as Grizzly does
 *      v
 *   ServerConnection              state of one connection, created by ThriftServerFilter (server), which handles its
 *      |                          events: services, whether it is established, queued batches. The CallOrigin,
 *      |                          MemoryOwner and Listener of its ReplyQueue: terminates at a limit, on overflow, to free
 *      |                          memory or by force, and logs it; abandons itself if memory ran out; takes cancel
 *      |                          notices out of a read; announces its close in headers; the text of the close reason;
 *      |                          whenClosed, whenFinished
 *      |-- ConnectionContext      record: what all connections of a server share: limits, their reporter, a protocol
 *      |-- HandshakeListener      TLS filter --&gt; connection: established once the handshake is complete
 *      |-- ReadThrottle           paused (compare-and-set) or not: switches READ events off and on by calls in flight,
 *      |                          unsent replies and memory; resumes in a WriteHandler, once Grizzly's write queue is
 *      |                          short; stop is final
 *      |-- ConnectionTimeouts     times only: compares progress (frame, bytes sent, calls) between checks; the text of
 *      |                          each timeout: frame, write, idle, first call, handshake; age (announces the close in
 *      |                          its last tenth); when a CloseRequest has expired. ServerConnection and OrderlyClose act on it
 *      |-- OrderlyClose           closes without losing a reply to a call that was read: drains (reads the rest on the
 *      |                          selector), retires, requests or closes, closes once replied, closes if the peer does
 *      |                          not (closeUnanswered); made when first needed
 *      |-- CloseRequest           its request: asks the peer to close, with a CloseNotice (peer), if it understands one: expected,
 *      |                          sent (or awaits the first call), expired; puts the notice into the ReplyQueue like a
 *      |                          reply, once; until it expires the connection is served while draining
 *      |-- ConnectionTransport    a TTransport that only identifies the connection to a processor factory: addresses
 *      |                          (local, remote), isOpen, close, whenFinished; reading and writing are unsupported
 *      v
 *   calls (dispatch), replies (reply), memory account (memory)
 * </pre>
 */
package io.grizzlythrift.connection;
