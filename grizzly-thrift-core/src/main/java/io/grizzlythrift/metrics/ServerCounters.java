package io.grizzlythrift.metrics;

import io.grizzlythrift.call.CallPriority;
import io.grizzlythrift.limits.LimitType;
import io.grizzlythrift.memory.MemoryPart;

/**
 * The counters of a server since it was created. Thread-safe: each value is read separately, without a lock, so two
 * values may come from slightly different moments.
 *
 * <p>Only the library implements it: methods may be added in any version.
 */
public interface ServerCounters {
    /** {@return the number of connections accepted so far} */
    long acceptedConnections();

    /** {@return the number of connections open now} */
    long openConnections();

    /** {@return the number of completely received calls, including oneway and rejected ones} */
    long calls();

    /**
     * Returns the number of calls of a priority, including rejected ones.
     *
     * @param priority the priority
     * @return a count of calls; 0 unless the server has {@link io.grizzlythrift.server.ServiceOptions#priorities}
     */
    long calls(CallPriority priority);

    /** {@return the number of calls that were rejected with a reply and never ran} */
    long rejectedCalls();

    /** {@return the number of calls that never ran because their connection was closed before a thread reached them} */
    long droppedCalls();

    /**
     * Returns the number of calls whose cancellation was detected before they ended. A client cancels a call by a
     * notice, while the call waits, in which case it also counts as rejected, or while it runs. A running call is also
     * cancelled when its connection closes, but this is counted only if the handler or an interceptor has queried the
     * cancellation. See {@link io.grizzlythrift.call.CallContext#isCancelled()}.
     *
     * @return a count of calls
     */
    long cancelledCalls();

    /**
     * Returns the number of intact frames whose message could not be read. Bad arguments get an exception reply; a
     * frame without a message terminates the connection. Also includes calls whose header {@code client_timeout} is not
     * a number, which is ignored. A oneway call with bad arguments is not counted if its processor is asynchronous:
     * generated code then ends it as if it had run.
     *
     * @return a count of frames
     */
    long protocolErrors();

    /**
     * Returns the number of calls that ended with an Error, even before their arguments were read, a TTransportException, or a
     * result that could not be encoded. Generated code replies to other exceptions itself; they are not counted here.
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
     * {@return the number of calls that wait for a thread or run now, excluding those whose reply waits to be written}
     */
    int inFlight();

    /**
     * {@return the number of calls that may be in flight now: {@link
     * io.grizzlythrift.limits.ServerLimits#maxInFlight()}, or the current value of {@link
     * io.grizzlythrift.limits.ServerLimits.Builder#concurrencyLimit}}
     */
    int inFlightLimit();

    /**
     * Returns the memory that connections use now for frames and replies.
     * {@link io.grizzlythrift.limits.ServerLimits#maxBufferedBytes()} limits it.
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
     * @param limit the limit
     * @return a count in the unit given by {@link LimitType}
     */
    long reached(LimitType limit);

    /**
     * Returns the number of connections that closed before their TLS handshake was complete, for any reason: no TLS, no
     * common version, an untrusted certificate, a timeout, or a peer that disconnected.
     *
     * @return a count of connections
     */
    long failedHandshakes();

    /** {@return the number of connections whose negotiation of SASL is in progress now; 0 without SASL} */
    int pendingNegotiations();

    /** {@return the number of connections that have authenticated by SASL} */
    long completedNegotiations();

    /**
     * Returns the number of negotiations of SASL that began and did not complete, for any reason: a wrong password, bytes
     * that are not of the protocol, a limit, a timeout, or a peer that disconnected.
     *
     * @return a count of connections
     */
    long failedNegotiations();

    /**
     * Returns how often an address of the server was announced to clients: once for each address, and again whenever an
     * announcement had been lost.
     *
     * @return a count of announcements; 0 unless the server has {@link io.grizzlythrift.server.ThriftServerBuilder#announce}
     */
    long announcements();

    /**
     * Returns the number of failed attempts to announce an address, plus the number of lost connections to the registry
     * where it is announced. The announcement is retried each time.
     *
     * @return a count of failures
     */
    long failedAnnouncements();
}
