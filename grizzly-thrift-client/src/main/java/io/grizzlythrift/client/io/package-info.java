/**
 * The connection to Grizzly: opening sockets, reading frames, threads and timers. Knows nothing of calls.
 *
 * <pre>
 *   TcpConnector --------------------------------------------> ConnectionListener: opened | connectFailed
 *   socket --> SocketReadFilter --> TLS --> frames --> ReplyFilter --> ConnectionListener: replies | closed | broken
 *
 *   ClientThreads: NAME-selector-N | NAME-deadlines | NAME-connector | NAME-callbacks
 * </pre>
 */
package io.grizzlythrift.client.io;
