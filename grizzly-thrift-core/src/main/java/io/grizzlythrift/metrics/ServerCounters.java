package io.grizzlythrift.metrics;

import io.grizzlythrift.limits.LimitType;
import io.grizzlythrift.memory.MemoryPart;

/** What a server has done since it was made. Each value is read on its own, without a lock, by any thread. */
public interface ServerCounters {
    /**
     * Connections accepted.
     *
     * @return a count
     */
    long acceptedConnections();

    /**
     * Connections open now.
     *
     * @return a count
     */
    long openConnections();

    /**
     * Calls received whole, oneway and refused ones included.
     *
     * @return a count
     */
    long calls();

    /**
     * Calls that were answered with a refusal and never ran.
     *
     * @return a count
     */
    long rejectedCalls();

    /**
     * Calls that never ran because their connection was closed before a thread came to them.
     *
     * @return a count
     */
    long droppedCalls();

    /**
     * Intact frames whose message could not be read: bad arguments (answered), or not a message at all (terminated).
     *
     * @return a count
     */
    long protocolErrors();

    /**
     * Calls that ended with an Error, a TTransportException, or a result that could not be encoded. Other exceptions
     * are answered by generated code and not counted here.
     *
     * @return a count
     */
    long handlerErrors();

    /**
     * Answers of asynchronous handlers to calls that had ended: a second one, or one after
     * {@link io.grizzlythrift.limits.ServerLimits#callTimeout()}. They are dropped.
     *
     * @return a count
     */
    long duplicateReplies();

    /**
     * Calls that wait for a thread or run now. A call whose reply waits to be written is no longer among them.
     *
     * @return a count
     */
    int inFlight();

    /**
     * The memory that connections hold now: frames and replies. {@link io.grizzlythrift.limits.ServerLimits#maxBufferedBytes()} bounds it.
     *
     * @return bytes
     */
    long bufferedBytes();

    /**
     * The memory that connections hold now for one thing.
     *
     * @param part what for
     * @return bytes
     */
    long bufferedBytes(MemoryPart part);

    /**
     * Connections that could not be accepted because the operating system refused, most likely for want of a
     * descriptor. They wait in the backlog, and accepting pauses for a moment.
     *
     * @return a count of attempts
     */
    long failedAccepts();

    /**
     * How often a limit was reached.
     *
     * @param limit which one
     * @return a count; {@link LimitType} says of what
     */
    long reached(LimitType limit);

    /**
     * Connections that ended before their TLS handshake was complete, whatever the reason: no TLS, no common version,
     * a certificate that is not trusted, too slow, or the peer went away.
     *
     * @return a count
     */
    long failedHandshakes();
}
