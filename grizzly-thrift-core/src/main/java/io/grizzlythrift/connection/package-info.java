/**
 * One connection of a server, from accept to close.
 *
 * <pre>
 *   listening socket
 *      |  ConnectionLimiter       maxConnections: accepts by an IOStrategy of its own; permits; pauses and resumes accept
 *      |                          events, also after a failed accept (backoff, logged and counted) and when the timeout monitor
 *      |                          asks; stops listening: accepts the backlog, takes the key of each listening socket from its
 *      |                          selector; futures: no socket listens, all sockets and connections are closed
 *      v
 *   ConnectionsPerAddress         maxConnectionsPerAddress: counts connections per IPv4 address or IPv6 network (its first 8
 *      |                          bytes), by permits; logs nothing
 *      v
 *   ChannelOptions                socket options of an accepted connection, set on its channel; listening ones: as Grizzly does
 *      v
 *   ConnectionAttributes          Grizzly's attributes of a connection: those of our two filters are fields, others in a holder
 *      |                          of Grizzly; nested: the AttributeBuilder that makes them for a transport
 *      v
 *   SharedFilterState             Grizzly's state of a filter chain for a connection: one for all, as plain chains never use it
 *      v
 *   ChannelReadFilter             the lowest filter: one read, from the channel by a direct buffer of the thread into a buffer
 *      |                          of the memory manager; the end of the stream as Grizzly does
 *      v
 *   ServerConnection              state of one connection, made by ThriftServerFilter (server), which handles its events.
 *      |                          Its services; is it established? The CallOrigin, MemoryOwner and Listener of its
 *      |                          ReplyQueue: drains (reads the rest on the selector), retires, closes after writes or once
 *      |                          replied; terminates for a limit, an overflow, for memory or by force, and logs it; abandons if
 *      |                          memory ran out; queued batches; takes cancel notices out of a read; headers that announce its
 *      |                          close; words the close reason; whenClosed, whenFinished
 *      |-- ConnectionContext      record: what all connections of a server share: limits, their reporter, a protocol
 *      |-- HandshakeListener      TLS filter --&gt; connection: established once the handshake is complete
 *      |-- ReadThrottle           paused (compare-and-set) or not: switches READ events off and on: calls in flight, unsent
 *      |                          replies, memory; resumes by a WriteHandler, once Grizzly's write queue is short; stop: for good
 *      |-- ConnectionTimeouts     times only: compares progress (frame, bytes sent, calls) between checks, words what timed out:
 *      |                          frame, write, idle, first call, handshake; age (announces the close a tenth before); when a
 *      |                          CloseRequest has expired. ServerConnection acts on it
 *      |-- CloseRequest           asks the peer to close, by a CloseNotice (peer), if it understands one: expected, sent (or
 *      |                          awaits the first call), expired; puts the notice into the ReplyQueue like a reply, once;
 *      |                          until then the connection is served while draining
 *      |-- ConnectionTransport    a TTransport that only identifies the connection to a processor factory: its addresses
 *      |                          (local, remote), is it open, close, whenFinished; reads and writes nothing (unsupported)
 *      v
 *   calls (dispatch), replies (reply), memory account (memory)
 * </pre>
 */
package io.grizzlythrift.connection;
