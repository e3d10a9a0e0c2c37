package io.grizzlythrift.metrics;

import io.grizzlythrift.call.CallPriority;
import io.grizzlythrift.limits.LimitType;
import io.grizzlythrift.memory.MemoryPart;
import io.grizzlythrift.server.ServiceOptions;
import io.grizzlythrift.server.ThriftServerBuilder;

/**
 * Counts what a server has done since it was made. Thread-safe: each value is read on its own, without a lock, so two
 * values may be of slightly different moments.
 */
public interface ServerCounters {
    /** {@return the number of connections accepted so far} */
    long acceptedConnections();

    /** {@return the number of connections open now} */
    long openConnections();

    /** {@return the number of calls received whole, including oneway and rejected ones} */
    long calls();

    /**
     * Returns the number of calls of a priority, including rejected ones.
     *
     * @param priority which one
     * @return a count of calls; 0 unless the server has {@link ServiceOptions#priorities}
     */
    long calls(CallPriority priority);

    /** {@return the number of calls that were rejected with a reply and never ran} */
    long rejectedCalls();

    /** {@return the number of calls that never ran because their connection was closed before a thread reached them} */
    long droppedCalls();

    /**
     * Returns the number of calls that were found to be cancelled before they ended: by a notice of their client while they
     * waited, which also counts as rejected, or while they ran; or by the end of their connection, if they ran and the
     * handler or an interceptor had asked for it. See {@link io.grizzlythrift.call.CallContext#isCancelled()}.
     *
     * @return a count of calls
     */
    long cancelledCalls();

    /**
     * Returns the number of intact frames whose message could not be read: the arguments were bad, which gets an
     * exception reply, or it was no message at all, which terminates the connection; and of calls whose header {@code
     * client_timeout} is not a number, which is ignored. A oneway call with bad arguments is not counted if its processor
     * is asynchronous: generated code then ends it as if it had run.
     *
     * @return a count of frames
     */
    long protocolErrors();

    /**
     * Returns the number of calls that ended with an Error, a TTransportException, or a result that could not be
     * encoded. Generated code replies to other exceptions itself; they are not counted here.
     *
     * @return a count of calls
     */
    long handlerErrors();

    /**
     * Returns the number of replies of asynchronous handlers to calls that had already ended: a second reply, or one
     * after {@link io.grizzlythrift.limits.ServerLimits#callTimeout()}. They are dropped.
     *
     * @return a count of replies
     */
    long duplicateReplies();

    /**
     * {@return the number of calls that wait for a thread or run now, without those whose reply waits to be written}
     */
    int inFlight();

    /**
     * {@return the number of calls that may be in flight now: {@link io.grizzlythrift.limits.ServerLimits#maxInFlight()}, or
     * what {@link ServiceOptions#concurrencyLimit} allows at the moment}
     */
    int inFlightLimit();

    /**
     * Returns the memory that connections use now for frames and replies.
     * {@link io.grizzlythrift.limits.ServerLimits#maxBufferedBytes()} bounds it.
     *
     * @return bytes
     */
    long bufferedBytes();

    /**
     * Returns the memory that connections use now for one purpose.
     *
     * @param part the purpose
     * @return bytes
     */
    long bufferedBytes(MemoryPart part);

    /**
     * Returns how often the operating system failed to accept a connection, most likely because no file descriptor was
     * free. The connection waits in the backlog, and accepting pauses for a moment.
     *
     * @return a count of attempts
     */
    long failedAccepts();

    /**
     * Returns how often a limit was reached.
     *
     * @param limit which one
     * @return a count; {@link LimitType} says of what
     */
    long reached(LimitType limit);

    /**
     * Returns the number of connections that ended before their TLS handshake was complete, for any reason: no TLS, no
     * common version, a certificate that is not trusted, too slow, or the peer went away.
     *
     * @return a count of connections
     */
    long failedHandshakes();

    /**
     * Returns how often an address of the server became known to clients: once for each address that it announces, and
     * again whenever the announcement was lost.
     *
     * @return a count of announcements; 0 unless the server has {@link ThriftServerBuilder#announce}
     */
    long announcements();

    /**
     * Returns the number of attempts to announce an address that failed, and of connections lost to where it is
     * announced. Each is tried again.
     *
     * @return a count of attempts
     */
    long failedAnnouncements();
}
