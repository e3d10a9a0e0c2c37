/**
 * A Thrift server on a Grizzly filter chain: options, start, drain and stop, and the filter that opens connections.
 *
 * <pre>
 *   ServiceOptions          abstract builder of all servers (also the filter's and HTTP's): name, processors, named
 *      ^                    services, protocol, maxFrameBytes, reply order, ServerLimits, interceptors, priorities,
 *      |                    concurrencyLimit, slowCallThreshold, interruptCancelledCalls, methods; holds their
 *      |                    defaults, checks their bounds, and methods against those declared; adds a SlowCallLog;
 *      |                    creates the ServiceConfig (dispatch)
 *   ThriftServerBuilder     adds addresses (listen, adopt), announcers, strategy, dialects, http, selectorThreads,
 *      |  build             backlog, grace, drainDelay, shutdown hook, TLS with a certificate, JMX; checks them with
 *      |                    Bounds (option); chooses the dialects for the protocol
 *      v
 *   ThriftServerConfig      immutable options, copied from the builder; a getter for each; toString lists all by name
 *      v
 *   ThriftServer            start: checks the LibthriftVersion, creates filters and transport (prepare, newTransport:
 *      |                    chain, ConnectionAttributes, channel configurator, ReadBufferPool), binds (bindAll),
 *      |                    registers JMX, hook and HeapCheck, listens, announces; undoes a failed start, in reverse;
 *      |                    logs start and stop. Addresses, port, State, as text (toString); isRunning,
 *      |                    isReady, awaitTermination; counters and metrics of its filters; keeps the published metrics
 *      |                    text. shutdown, run by a ShutdownOnce (thread; drainAndStop), on another thread if a call of
 *      |                    this server requests it: withdraws announcements,
 *      |                    waits for the drainDelay, runs the Drain within the grace, force-closes the remaining
 *      |                    connections, stops the transport, then the threads of the strategy; warns of those left
 *      |                    running
 *      |-- ListenSocket     record: an address to bind, or a bound channel to adopt; creates the listening connection
 *      |                    of either; adopts a channel through a nested SelectorProvider, which delegates the rest
 *      |-- Announcements    announces the bound addresses with each Announcer (discovery); withdraws them before the
 *      |                    drain, in 5 s at most, on a thread each (CompletableFuture). Nested: Target, checked by
 *      |                    the builder: no wildcard; Listener, which counts and logs the outcome
 *      |-- Drain            the order of a drain and its waits: rejects calls, stops listening (waits at most 1 s or a
 *      |                    quarter of the grace), drains all connections, waits for calls and connections. Holds no
 *      |                    state
 *      |-- ShutdownHook     a thread that closes the server when the JVM exits; unregister
 *      v
 *   ChannelReadFilter (connection) --&gt; (TlsFilter) --&gt; ThriftFrameFilter: the frames of one read
 *      |-- PlainReadStrategy  IOStrategy of servers without TLS, in place of Grizzly's SameThreadIOStrategy: calls these
 *      |                    filters and the next one for a READ event, without the chain, which handles other events
 *      |                    and reads of no bytes; closes a connection whose read fails (makeIOException)
 *      v
 *   ThriftServerFilter      handleAccept (or the first read): opens a ServerConnection (connection), kept as an
 *      |                    attribute, with its ReplyQueue, ReplyWriter (isPlain or not), and MemoryAccount of the
 *      |                    ThriftFrameFilter below; finds its processors; closes it if its address is at the limit
 *      |                    (openIfAdmitted). handleRead: submits the frames of a read, without notices and in the
 *      |                    ReplyOrder of their headers, or passes HTTP requests to the HttpPort (httpport).
 *      |                    endInput: a peer has shut down its output. handleClose: forgets the connection, counts it,
 *      |                    logs its close reason. Lists all connections (IntrusiveSet): announces the drain to them, drains them, waits until all are
 *      |                    idle. Checks them by a CheckSchedule (timeout): overdue calls, timeouts, State; then runs
 *      |                    the action set to follow. Owns Dispatcher and ConnectionsPerAddress. Nested: its Builder
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
