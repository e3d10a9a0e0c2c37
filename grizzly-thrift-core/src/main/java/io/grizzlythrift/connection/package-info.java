/**
 * One connection of a server, from accept to close.
 *
 * <pre>
 *   listening socket
 *      |  ConnectionLimiter       maxConnections: accepts in its own IOStrategy, which delegates other events (nested);
 *      |                          permits, released by a CloseListener; pauses and resumes accept events, also after a
 *      |                          failed accept (backoff, logged and counted) and for the timeout monitor; stops
 *      |                          listening, on each selector: accepts the backlog, deregisters the socket
 *      |                          (SelectionKey), closes it; closes sockets that never listened, except adopted ones;
 *      |                          checks that each listens; futures: no socket listens, everything is closed
 *      v
 *   ConnectionsPerAddress         maxConnectionsPerAddress: counts connections per IPv4 address or IPv6 network (its
 *      |                          first 8 bytes), by permits, in concurrent maps; logs nothing
 *      v
 *   AcceptedChannelConfigurator   preConfigure, postConfigure: sets the options of an accepted socket on its channel;
 *      |                          those of a listening one as Grizzly does
 *      v
 *   ConnectionAttributes          the AttributeHolder of a connection, by index or name: attributes of the frame and
 *      |                          server filters are fields (first, second), others are in a holder of Grizzly;
 *      |                          nested: the AttributeBuilder that creates them for a transport
 *      v
 *   SharedFilterState             Grizzly's state of a filter chain: one for all connections, as plain chains never
 *      |                          use it; learns that of the first, gives it to accepted ones (ConnectionProbe)
 *      v
 *   ChannelReadFilter             the lowest filter: one read of up to 64 KiB, or the maxReadBytes of its
 *      |                          connection (16 KiB for HTTP), from the channel through a buffer of
 *      |                          DirectBuffers (memory.pool) into a buffer of the memory manager; asks (a Predicate)
 *      |                          whether a connection stays open at the end of its stream; leaves other ends and resets
 *      |                          to Grizzly. Clients have a SocketReadFilter (client.io)
 *      v
 *   ServerConnection              state of one connection, created by ThriftServerFilter (server), which handles its
 *      |                          events: services, whether it is established; made when first needed: CallFlow,
 *      |                          QueuedBatches, CancelledCalls, ReadThrottle, OrderlyClose. The CallOrigin,
 *      |                          MemoryOwner and Listener of its ReplyQueue: terminates at a limit, on overflow, to
 *      |                          free memory or by force, and logs it; abandons itself if memory ran out; takes cancel
 *      |                          notices out of a read, forgets old ones; rejects overdue calls; announces its close
 *      |                          in headers or responses (expectHttp, retireAfterResponse); endInput: half-closed,
 *      |                          stays open while replies are owed; closeAfterWrites (close_notify), and whether it is
 *      |                          closing; the text of the close reason; whenClosed, whenFinished
 *      |-- ConnectionContext      record: what all connections of a server share: limits, their reporter, a protocol
 *      |-- HandshakeListener      listens to the TLS filter of a chain (onStart, onComplete, onFailure): the connection
 *      |                          is established once the handshake is complete
 *      |-- ReadThrottle           paused (compare-and-set) or not: switches READ events off and on by calls in flight,
 *      |                          unsent replies and memory (afterRead, afterProgress); resumes at half of a limit, in
 *      |                          a WriteHandler, once Grizzly's write queue is short; stop is final
 *      |-- ConnectionTimeouts     times only: compares progress (frame, bytes sent, calls) between checks; the text of
 *      |                          each timeout: frame (not while calls or replies pause reading), write, idle, first
 *      |                          call, handshake; age (announces the close in its last tenth, CloseAnnouncement); when
 *      |                          a CloseRequest has expired (nested: CloseTimeout). While a connection closes: frame
 *      |                          and write, until its socket is closed. ServerConnection and OrderlyClose act on it
 *      |-- OrderlyClose           closes without losing a reply to a call that was read: drains (reads the rest on the
 *      |                          selector, 512 reads at most: lastBytesRead), retires at maxConnectionAge, requests or
 *      |                          closes, closes once replied, closes if the peer does not (closeUnanswered)
 *      |-- CloseRequest           its request: asks the peer to close, with a CloseNotice (peer), if it understands
 *      |                          one: expected, sent (or awaits the first call), expired; how long the peer has (1 s
 *      |                          without calls, 30 s in all); puts the notice into the ReplyQueue like a reply, once;
 *      |                          until it expires the connection is served while draining
 *      |-- ConnectionTransport    a TTransport that only identifies the connection to a processor factory: addresses
 *      |                          (local, remote), isOpen, close, whenFinished (closeFuture); reading and writing are
 *      |                          unsupported, checks of sizes do nothing
 *      v
 *   calls (dispatch), replies (reply), memory account (memory)
 * </pre>
 */
package io.grizzlythrift.connection;
