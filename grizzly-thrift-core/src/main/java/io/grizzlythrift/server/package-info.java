/**
 * A Thrift server on a Grizzly filter chain: options, start, drain and stop, and the filter that opens connections.
 *
 * <pre>
 *   ServiceOptions          abstract builder of all servers (filter and HTTP, too): name, processors, named services,
 *      ^                    protocol, maxFrameBytes, reply order, ServerLimits, interceptors, priorities; has their defaults, checks
 *      |                    them; makes a ServiceConfig (dispatch)
 *   ThriftServerBuilder     adds addresses, announcers, strategy, selectorThreads, backlog, grace, drainDelay, shutdown hook, TLS, JMX;
 *      |  build             checks them by Bounds (option)
 *      v
 *   ThriftServerConfig      immutable options, copied from the builder, with a getter for each; all by name (toString)
 *      v
 *   ThriftServer            start: binds, makes transport and filter chain, registers JMX, hook and HeapCheck; logs start
 *      |                    and stop; its addresses and state, in words; shutdown, by a ShutdownOnce (thread): waits for the
 *      |                    drainDelay, runs the Drain within the grace, closes the connections that
 *      |                    are left by force, stops the transport, then the threads of the strategy
 *      |-- ListenSocket     binds an address, or adopts a bound channel by a SelectorProvider
 *      |-- Announcements    announce what listens, by each Announcer (discovery); count and log what becomes of it; withdraw all
 * |                    before the drain. Nested: the Target, checked by the builder
 * |-- Drain            stops listening, has calls rejected and all connections drained, waits for it
 *      |-- ShutdownHook     closes the server when the JVM exits
 *      v
 *   TransportFilter --&gt; (TlsFilter) --&gt; ThriftFrameFilter: the frames of one read
 *      v
 *   ThriftServerFilter      handleAccept: opens a ServerConnection (connection), an attribute, with its ReplyQueue and
 *      |                    ReplyWriter (plain or not), and finds its processors, or logs that their factory failed; closes
 *      |                    those of an address at its limit. handleRead: submits the frames of a read. handleClose:
 *      |                    forgets the connection, counts it. Lists all connections; checks them by a CheckSchedule
 *      |                    (timeout), and runs what follows the checks. Owns Dispatcher and ConnectionsPerAddress.
 *      |                    Nested: its Builder
 *      v
 *   dispatch: Dispatcher --&gt; strategy --&gt; CallInvoker --&gt; your processor
 *      v
 *   reply: ReplyBuffer --&gt; ReplyQueue --&gt; ReplyWriter --&gt; socket
 * </pre>
 *
 * <p>Used packages: {@code call} (what handlers and interceptors see), {@code limits}, {@code metrics}, {@code message}
 * (Thrift messages), {@code frame}, {@code memory} (one budget for all connections), {@code connection}, {@code
 * dispatch}, {@code reply}, {@code timeout}. Other servers: {@code exchange} (messages without a connection, such as
 * HTTP), {@code compat} (replaces libthrift's servers).
 */
package io.grizzlythrift.server;
