/**
 * The connection to Grizzly: opening sockets, reading frames, threads and timers. Knows nothing of calls.
 *
 * <pre>
 *   Connector          interface: opens a connection (listener, host, port); tests replace it
 *   TcpConnector       resolves the host, connects, TLS handshake if configured, all within connectTimeout: an Attempt has one
 *      |               state (under way, opened, failed) and one timer --> ConnectionListener: opened | connectFailed.
 *      |               Nested too: AddressTry, one per address, with its share of the time; the ConnectionListener until
 *      |               the socket is connected
 *      |-- HostAddresses   the order in which the addresses of a host are tried: in turns, those that failed last; at most
 *      |                   8; notes which failed
 *      v
 *   socket --> SocketReadFilter --> TLS --> frames --> ConnectionEventFilter --> ConnectionListener:
 *                                                                                      replies | closed | broken
 *
 *   ConnectionListener interface: opened, connectFailed, bytesRead, replies, closed, broken; may the selector thread read
 *                      (isReadBySelector)? PooledConnection (connection)
 *   SocketReadFilter   handleRead in place of Grizzly's TransportFilter: from the channel by a direct buffer of the thread, or
 *                      of a pool if a caller reads; end of stream or reset? terminates
 *   ConnectionEventFilter
 *                      last filter, has each connection's listener, an attribute (attach): handleRead (begins and ends
 *                      replies of the ClientThread), counts reads, handleClose (passes the close reason), broken
 *   ClientIoStrategy   Grizzly's IOStrategy (executeIoEvent): every event on the selector thread, by SameThreadIOStrategy;
 *                      leaves reads to callers if the ConnectionListener says so, which read here, too; what an event throws
 *                      ends the connection
 *
 *   ClientThreads      starts and stops NAME-selector-N | NAME-deadlines | NAME-connector | NAME-callbacks; runs tasks on a
 *     |                selector (SelectorTask, also if the selector has closed), on the connector, or as callbacks; installs
 *     |                them in the transport, by setters; refuses to wait on a thread of the client (requireMayWait); clears
 *     |                interrupts
 *     ClientThread     any of them but NAME-deadlines: keeps the write queues of calls that callbacks made (flushLater) and
 *                      flushes them once all replies of a read are delivered
 *     TimerThread      NAME-deadlines: linked lists of timers, pending and due, by tick of 5 ms; advance runs those due;
 *                      retries a task that throws. Nested: the Timer, set and cancelled
 *     OnDemandExecutor NAME-connector, NAME-callbacks: a ThreadPoolExecutor with threads while there are tasks; loses none
 *                      when it ends: runs them on the thread that adds them or ends it
 * </pre>
 */
package io.grizzlythrift.client.io;
