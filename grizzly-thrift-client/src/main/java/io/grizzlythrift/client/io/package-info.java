/**
 * The connection to Grizzly: opening sockets, reading frames, threads and timers. Knows nothing of calls.
 *
 * <pre>
 *   Connector          interface: opens a connection (listener, host, port); tests replace it
 *   TcpConnector       has the host looked up, connects, and performs the TLS handshake (HandshakeComplete) if
 *      |               configured, within connectTimeout, or the handshake within most of callTimeout: an Attempt has one state
 *      |               (under way, opened, failed) and one timer, and words its failures (unknown host, not connected
 *      |               within ...) --> ConnectionListener: opened | connectFailed. Also nested: AddressTry, one per address, with its share of the time: a
 *      |               TCPNIOConnectorHandler, and the ConnectionListener until the socket is connected
 *      |-- NameLookups     looks names up (Resolver) for the attempts that wait for them (Waiting, resolved,
 *      |                   unresolved), each once at a time; slow names have threads of their own
 *      |-- HostAddresses   the order in which the addresses of a host are tried (toTry), at most 8: round-robin, those
 *      |                   that failed come last; records which failed (tried). Nested: Host
 *      v
 *   socket --> SocketReadFilter --> TLS --> frames --> ConnectionEventFilter --> ConnectionListener:
 *                                                                                      replies | closed | broken
 *
 *   ConnectionListener interface: opened, connectFailed, bytesRead, replies, closed, broken; may the selector thread
 *                      read (isReadBySelector, selectorHasRead)? PooledConnection (connection) implements it
 *   SocketReadFilter   replaces Grizzly's TransportFilter (handleRead, read): reads from the channel through a buffer of
 *                      DirectBuffers (memory.pool), of which it makes a Buffer of the memory manager (copy); end of stream
 *                      (EOFException) and reset terminate the connection. On the server: ChannelReadFilter (connection)
 *   ConnectionEventFilter
 *                      the last filter; holds each connection's listener as an attribute (attach, listenerOf):
 *                      handleRead delivers the frames (deliver; begins and ends replies of the ClientThread),
 *                      handleClose (passes the close reason), broken
 *   ClientIoStrategy   Grizzly's IOStrategy (executeIoEvent): every event on the selector thread, by
 *                      SameThreadIOStrategy; leaves reads to callers, which also read through it (read), if the
 *                      ConnectionListener says so. With TLS a read runs the chain (fireIOEvent), otherwise the filters
 *                      are called without it (readPlain). Whatever an event throws (onError) ends the connection
 *
 *   ClientThreads      starts and stops NAME-selector-N | NAME-deadlines | NAME-connector | NAME-lookup |
 *     |                NAME-callbacks | NAME-maintenance (startMaintenance, for the pool: a DaemonLoop); runs tasks
 *     |                on a selector (SelectorTask, also if the selector has closed), on the connector, or as
 *     |                callbacks; installs its SelectorThreadPool (selector) in the transport; rejects waiting on a
 *     |                thread of the client (isOwn, requireMayWait); clears interrupts
 *     ClientThread     any of them except NAME-deadlines, a DefaultWorkerThread of one client (belongsTo): keeps the
 *                      write queues (PendingFlush) of calls that callbacks made (flushLater) and flushes them once all
 *                      replies of a read are delivered; bounds user code within user code (beginNested)
 *     TimerThread      NAME-deadlines, a DaemonLoop (thread): linked lists of timers, pending and due (takeDue), by
 *                      tick of 5 ms; advance runs those due; retries and logs a task that throws. Nested: Timer (set,
 *                      cancel), a node of a list (linkBehind)
 *     OnDemandExecutor NAME-connector, NAME-lookup, NAME-callbacks: a ThreadPoolExecutor whose threads end when idle;
 *                      loses no task at shutdown: runs it on the thread that adds it (RejectedExecutionException) or
 *                      shuts down, or on a new one (runDetached)
 * </pre>
 */
package io.grizzlythrift.client.io;
