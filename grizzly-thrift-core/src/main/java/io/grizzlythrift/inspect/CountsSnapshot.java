package io.grizzlythrift.inspect;

/**
 * The totals of a server, as {@link io.grizzlythrift.metrics.ServerCounters} describes them. Immutable.
 *
 * @param acceptedConnections connections accepted so far
 * @param openConnections connections open now
 * @param calls calls received so far
 * @param rejectedCalls calls rejected with a reply
 * @param droppedCalls calls whose connection closed before they ran
 * @param cancelledCalls calls that their clients cancelled
 * @param protocolErrors messages that could not be read
 * @param handlerErrors calls whose handler failed
 * @param inFlight calls that wait for a thread or run now
 * @param inFlightLimit how many there may be now
 */
public record CountsSnapshot(
        long acceptedConnections,
        long openConnections,
        long calls,
        long rejectedCalls,
        long droppedCalls,
        long cancelledCalls,
        long protocolErrors,
        long handlerErrors,
        int inFlight,
        int inFlightLimit) {
    /** Nothing has happened. */
    public static final CountsSnapshot NONE = new CountsSnapshot(0, 0, 0, 0, 0, 0, 0, 0, 0, 0);
}
