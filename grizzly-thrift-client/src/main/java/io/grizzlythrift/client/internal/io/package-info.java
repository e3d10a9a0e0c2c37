/**
 * The connection to Grizzly: opening sockets, reading frames, threads and timers. Knows nothing of calls.
 *
 * <pre>
 *   TcpConnector --> name lookup --> connect --> TLS handshake --> ConnectionListener: opened or connectFailed
 *
 *   socket --> SocketReadFilter --> TLS --> frames --> ConnectionEventFilter --> ConnectionListener: replies, closed
 *
 *   ClientThreads    NAME-selector-N     reads, writes, and runs events of connections
 *                    NAME-deadlines      timers, in ticks of 5 ms
 *                    NAME-connector      connects;  NAME-lookup: looks up names
 *                    NAME-callbacks      runs callbacks if they do not run on the selector
 *                    NAME-maintenance    follows changes of servers;  NAME-refresh: calls the resolver
 * </pre>
 */
package io.grizzlythrift.client.internal.io;
