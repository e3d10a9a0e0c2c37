/**
 * A Thrift server on a Grizzly filter chain: options, start, drain and stop, and the filter that opens connections.
 *
 * <pre>
 *   ServiceOptions          abstract builder of all servers (also the filter's and HTTP's): name, processors, named
 *      ^                    services, protocol, maxFrameBytes, reply order, ServerLimits, interceptors, priorities,
 *      |                    concurrencyLimit, slowCallThreshold, interruptCancelledCalls, methods; holds their
 *      |                    defaults, checks their bounds, creates the ServiceConfig (dispatch)
 *   ThriftServerBuilder     adds addresses, announcers, strategy, dialects, http, selectorThreads, backlog, grace,
 *      |  build             drainDelay, shutdown hook, TLS, JMX; checks them with Bounds (option); chooses the
 *      |                    dialects for the protocol
 *      v
 *   ThriftServerConfig      immutable options, copied from the builder; a getter for each; toString lists all by name
 *      v
 *   ThriftServer            start: binds, creates transport and filter chain, registers JMX, hook and HeapCheck; undoes
 *      |                    a failed start; logs start and stop. Addresses, port, state, as text (toString); isRunning,
 *      |                    isReady; keeps the published metrics text. shutdown, run by a ShutdownOnce (thread):
 *      |                    withdraws announcements, waits for the drainDelay, runs the Drain within the grace,
 *      |                    force-closes the remaining connections, stops the transport, then the threads of the
 *      |                    strategy
 *      |-- ListenSocket     record: an address to bind, or a bound channel to adopt; creates the listening connection
 *      |                    of either; adopts a channel through a nested SelectorProvider
 *      |-- Announcements    announces the bound addresses with each Announcer (discovery); withdraws them before the
 *      |                    drain, in 5 s at most. Nested: Target, checked by the builder; Listener, which counts and
 *      |                    logs the outcome
 *      |-- Drain            the order of a drain and its waits: rejects calls, stops listening (waits at most 1 s or a
 *      |                    quarter of the grace), drains all connections, waits for calls and connections. Holds no
 *      |                    state
 *      |-- ShutdownHook     closes the server when the JVM exits
 *      v
 *   ChannelReadFilter (connection) --&gt; (TlsFilter) --&gt; ThriftFrameFilter: the frames of one read
 *      v
 *   ThriftServerFilter      handleAccept: opens a ServerConnection (connection), kept as an attribute, with its
 *      |                    ReplyQueue and ReplyWriter (plain or not), and finds its processors; closes it if its
 *      |                    address is at the limit. handleRead: submits the frames of a read, or passes HTTP requests
 *      |                    to the HttpPort (httpport). handleClose: forgets the connection, counts it. Lists all
 *      |                    connections: announces the drain to them, drains them, waits until all are idle. Checks
 *      |                    them by a CheckSchedule (timeout), then runs the action set to follow. Owns Dispatcher and
 *      |                    ConnectionsPerAddress. Nested: its Builder
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
