/**
 * Starts calls: which connection takes each of them.
 *
 * <pre>
 *   ConnectionPool        start: begins interceptors, has the call assigned, encoded and sent; an inherited cancellation or
 *        |                deadline; refuses a call and words why; updates the others when a server changes (Changes); closes
 *        |                all; endpoints(...): other servers from now on
 *        |                CallEncoder: encodes a call with a codec, checks its size and takes its bytes of maxQueuedBytes
 *        |                HeldUpCheck: only the timer, every 10 ms while calls are in flight; what it runs looks for slow
 *        |                calls and compares servers
 *        v
 *   ConnectionChooser     which connection takes a call (assign): the balancer (balance) picks the server, if there are
 *        |                several; then the one with the fewest calls, not held up, reserved or avoided; another one if it
 *        |                is full; opens more (grow, connectAll); gives ejected servers their probe; why there is none
 *        |                Pings: pings idle connections, and ejected servers, if that is wanted, by a timer
 *        |                PingCall: one ping, a PendingCall; ends its connection if no reply comes
 *        v
 *   endpoint: the servers, and the connections to each --> connection: one of them
 * </pre>
 */
package io.grizzlythrift.client.pool;
