/**
 * The connection to Grizzly: opening sockets, reading frames, threads and timers. Knows nothing of calls.
 *
 * <pre>
 *   Connector          interface: opens a connection (listener, host, port); tests replace it
 *   TcpConnector       resolves the host, connects, TLS handshake if configured, all within connectTimeout: one state and
 *      |               one timer per attempt --> ConnectionListener: opened | connectFailed. Nested: one try per address,
 *      |               a ConnectionListener of its own for that time
 *      |-- HostAddresses   the order in which the addresses of a host are tried: in turns, those that failed last
 *      v
 *   socket --> SocketReadFilter --> TLS --> frames --> ConnectionEventFilter --> ConnectionListener:
 *                                                                                      replies | closed | broken
 *
 *   SocketReadFilter   handleRead in place of Grizzly's TransportFilter: from the channel by a direct buffer; end of stream
 *                      or reset?
 *   ConnectionEventFilter
 *                      last filter, has each connection's listener, an attribute: handleRead (begins and ends replies of
 *                      the ClientThread), counts reads, handleClose (passes the close reason)
 *   ClientIoStrategy   Grizzly's IOStrategy (executeIoEvent): every event on the selector thread, by SameThreadIOStrategy;
 *                      what an event throws ends the connection
 *
 *   ClientThreads      starts and stops NAME-selector-N | NAME-deadlines | NAME-connector | NAME-callbacks; runs tasks on a
 *     |                selector, on the connector, or as callbacks; installs them in the transport, by setters; refuses to
 *     |                wait on a thread of the client
 *     ClientThread     any of them but NAME-deadlines: flushes calls that callbacks queued, once all replies of a read are
 *                      delivered
 *     TimerThread      NAME-deadlines: linked lists of timers, pending and due, by tick; retries a task that throws.
 *                      Nested: the Timer, set and cancelled
 *     OnDemandExecutor NAME-connector, NAME-callbacks: a ThreadPoolExecutor with threads while there are tasks; loses none
 *                      when it ends
 * </pre>
 */
package io.grizzlythrift.client.io;
