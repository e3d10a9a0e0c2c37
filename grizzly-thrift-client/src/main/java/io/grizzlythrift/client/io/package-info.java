/**
 * The connection to Grizzly: opening sockets, reading frames, threads and timers. Knows nothing of calls.
 *
 * <pre>
 *   Connector          opens a connection, for tests without sockets
 *   TcpConnector       resolves and connects, with TLS if configured --> ConnectionListener: opened | connectFailed
 *   socket --> SocketReadFilter --> TLS --> frames --> ReplyFilter ----> ConnectionListener: replies | closed | broken
 *              counts bytes                            last filter
 *
 *   ClientIoStrategy   Grizzly's IOStrategy: every event on the selector thread; what an event throws ends the connection
 *   ClientThreads      starts and stops NAME-selector-N | NAME-deadlines | NAME-connector | NAME-callbacks
 *     ClientThread     a selector thread: flushes calls that callbacks queued once all replies of a read are delivered
 *     TimerThread      NAME-deadlines: a list of timers, those that are due run each tick
 *     OnDemandExecutor NAME-connector, NAME-callbacks: a thread while there are tasks
 * </pre>
 */
package io.grizzlythrift.client.io;
