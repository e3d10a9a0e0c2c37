/**
 * Starts calls, and chooses the connection that takes each of them.
 *
 * <pre>
 *   ConnectionPool        start: begins interceptors; has the call assigned, encoded and sent; applies an inherited
 *        |                cancellation or deadline. Rejects calls, with the reason; updates the others when a server changes
 *        |                (Changes); closes all connections (CLIENT_CLOSED); endpoints(...): replaces the servers
 *        |                CallEncoder: encodes a call with a codec, checks its size and reserves its bytes of maxQueuedBytes
 *        |                HeldUpCheck: only the timer, every 10 ms while there are calls; the check itself looks for slow
 *        |                calls and compares servers
 *        v
 *   ConnectionChooser     chooses the connection that takes a call (assign): the balancer (balance) picks the server, if
 *        |                there are several; then its connection with the fewest calls that is not held up, reserved or
 *        |                avoided; another one if that is full. Opens more (grow, connectAll); gives ejected servers their
 *        |                probe; says why there is none
 *        |                Pings: pings idle connections, and probes ejected servers, by a timer; optional
 *        |                PingCall: one ping, a PendingCall; ends its connection (failed: TIMED_OUT) if no reply arrives
 *        v
 *   endpoint: the servers, and the connections to each --> connection: one of them
 * </pre>
 */
package io.grizzlythrift.client.pool;
