/**
 * A Thrift server on a Grizzly filter chain: options, start, drain and stop, and the filter that opens connections.
 *
 * <pre>
 *   ServiceOptions          abstract builder of all servers (filter and HTTP, too): name, processors, named services,
 *      ^                    protocol, maxFrameBytes, reply order, ServerLimits, interceptors, priorities, concurrencyLimit,
 *      |                    slowCallThreshold, interruptCancelledCalls; has their defaults, checks them; makes a ServiceConfig
 *      |                    (dispatch)
 *   ThriftServerBuilder     adds addresses, announcers, strategy, dialects, http, selectorThreads, backlog, grace, drainDelay,
 *      |  build             shutdown hook, TLS, JMX; checks them by Bounds (option); which dialects fit the protocol
 *      v
 *   ThriftServerConfig      immutable options, copied from the builder, with a getter for each; all by name (toString)
 *      v
 *   ThriftServer            start: binds, makes transport and filter chain, registers JMX, hook and HeapCheck; undoes a start
 *      |                    that fails; logs start and stop; its addresses, port and state, in words; isRunning, isReady; keeps
 *      |                    the published metrics text; shutdown, by a ShutdownOnce (thread): withdraws announcements, waits
 *      |                    for the drainDelay, runs the Drain within the grace, closes the connections that are left by
 *      |                    force, stops the transport, then the threads of the strategy
 *      |-- ListenSocket     record: an address to bind, or a bound channel to adopt; makes the listening connection of either,
 *      |                    the second by a nested SelectorProvider
 *      |-- Announcements    announce what listens, by each Announcer (discovery); withdraw all before the drain, 5 s at most.
 *      |                    Nested: the Target, checked by the builder; the Listener, which counts and logs what becomes of it
 *      |-- Drain            only the order of a drain and its waits: has calls rejected, stops listening (1 s or a quarter of the
 *      |                    grace at most), drains all connections, waits for calls and connections. Holds no state
 *      |-- ShutdownHook     closes the server when the JVM exits
 *      v
 *   ChannelReadFilter (connection) --&gt; (TlsFilter) --&gt; ThriftFrameFilter: the frames of one read
 *      v
 *   ThriftServerFilter      handleAccept: opens a ServerConnection (connection), an attribute, with its ReplyQueue and
 *      |                    ReplyWriter (plain or not), and finds its processors; closes those of an address at its limit.
 *      |                    handleRead: submits the frames of a read, or passes HTTP requests to the HttpPort (httpport).
 *      |                    handleClose: forgets the connection, counts it. Lists all connections: announces the drain to
 *      |                    them, drains them; are all idle? Checks them by a CheckSchedule (timeout), and runs what
 *      |                    follows the checks. Owns Dispatcher and ConnectionsPerAddress. Nested: its Builder
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
