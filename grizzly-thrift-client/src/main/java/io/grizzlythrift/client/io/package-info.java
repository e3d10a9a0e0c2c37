/**
 * The connection to Grizzly: opening sockets, reading frames, threads and timers. Knows nothing of calls.
 *
 * <pre>
 *   Connector          interface: opens a connection (listener, host, port); tests replace it
 *   TcpConnector       resolves the host, connects, and performs the TLS handshake if configured, all within connectTimeout:
 *      |               an Attempt has one state (under way, opened, failed) and one timer --> ConnectionListener: opened |
 *      |               connectFailed. Also nested: AddressTry, one per address, with its share of the time; the
 *      |               ConnectionListener until the socket is connected
 *      |-- HostAddresses   the order in which the addresses of a host are tried, at most 8: round-robin, those that failed
 *      |                   come last; records which failed
 *      v
 *   socket --> SocketReadFilter --> TLS --> frames --> ConnectionEventFilter --> ConnectionListener:
 *                                                                                      replies | closed | broken
 *
 *   ConnectionListener interface: opened, connectFailed, bytesRead, replies, closed, broken; may the selector thread read
 *                      (isReadBySelector)? PooledConnection (connection) implements it
 *   SocketReadFilter   replaces Grizzly's TransportFilter (handleRead): reads from the channel through a direct buffer; end of
 *                      stream and reset terminate the connection
 *   DirectBuffers      take and release: the buffer of a ClientThread, or one that all other threads share
 *   ConnectionEventFilter
 *                      the last filter; holds each connection's listener as an attribute (attach): handleRead (begins and ends
 *                      replies of the ClientThread), counts reads, handleClose (passes the close reason), broken
 *   ClientIoStrategy   Grizzly's IOStrategy (executeIoEvent): every event on the selector thread, by SameThreadIOStrategy;
 *                      leaves reads to callers, which also read through it (read), if the ConnectionListener says so; whatever
 *                      an event throws ends the connection
 *
 *   ClientThreads      starts and stops NAME-selector-N | NAME-deadlines | NAME-connector | NAME-callbacks; runs tasks on a
 *     |                selector (SelectorTask, also if the selector has closed), on the connector, or as callbacks; installs
 *     |                them in the transport, by setters; rejects waiting on a thread of the client (requireMayWait); clears
 *     |                interrupts
 *     ClientThread     any of them except NAME-deadlines: keeps the write queues of calls that callbacks made (flushLater) and
 *                      flushes them once all replies of a read are delivered
 *     TimerThread      NAME-deadlines: linked lists of timers, pending and due, by tick of 5 ms; advance runs those due;
 *                      retries a task that throws. Nested: Timer (set, cancel)
 *     OnDemandExecutor NAME-connector, NAME-callbacks: a ThreadPoolExecutor whose threads end when idle; loses no task at
 *                      shutdown: runs it on the thread that adds it or shuts down
 * </pre>
 */
package io.grizzlythrift.client.io;
