/**
 * Starts calls, and chooses the connection that takes each of them.
 *
 * <pre>
 *   ConnectionPool        start: counts the call, begins interceptors; has it assigned, as SlowMethods (health) expects
 *        |                it to be slow or not, encoded and sent; applies an inherited cancellation or deadline
 *        |                (mayStart). Rejects calls (refuse), with the reason; closes all connections (CLIENT_CLOSED);
 *        |                endpoints(...): replaces the servers; isOpenElsewhere. checkHeldUp: looks for slow calls and
 *        |                compares servers
 *        |                Maintenance: what follows when a server changes (Changes), on NAME-maintenance (io): update,
 *        |                coalesced; connections that no call waits for (toConnect), at most 20 every 10 ms
 *        |                CallEncoder: encodes a call with a codec, checks its size (isSmallEnough) and reserves its
 *        |                bytes of maxQueuedBytes, or tells UnencodedCalls (connection) why not; keeps the message of a
 *        |                call that has to wait (hold), and encodes it once a connection has taken the call (taken)
 *        |                HeldUpCheck: only the timer of checkHeldUp, every 10 ms while there are calls, less often if
 *        |                there are thousands of connections
 *        v
 *   ConnectionChooser     chooses the connection that takes a call (assign): the picker (balance) picks the Endpoint,
 *        |                if there are several; then its connection with the fewest calls that is not held up, reserved
 *        |                or avoided (cheapest), or that opened since then (openedSince); another one if that is full
 *        |                (assignOrAwait), or else has the call wait at the Endpoint (await), later perhaps at another
 *        |                one (elsewhere, for moveWaiting and checkWaiting). Opens more (grow, connect, connectOne);
 *        |                gives ejected servers their probe (probed); says why there is none
 *        |                (unavailableReason; Refusal)
 *        |                Pings: pings idle connections (pingIdle), and probes ejected servers, by a timer; optional
 *        |                PingCall: one ping, a PendingCall; ends its connection (failed: TIMED_OUT) if no reply
 *        |                arrives
 *        v
 *   endpoint: the servers, and the connections to each --> connection: one of them
 * </pre>
 */
package io.grizzlythrift.client.pool;
