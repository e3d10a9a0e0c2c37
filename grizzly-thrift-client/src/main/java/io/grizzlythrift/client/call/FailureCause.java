package io.grizzlythrift.client.call;

import org.apache.thrift.transport.TTransportException;

/**
 * Why a call failed. A reply of the server, even an exception, is not a failure, unless it says that the server
 * rejected the call.
 */
public enum FailureCause {
    /** No connection could be opened: refused, unreachable, unresolvable, a failed TLS handshake, or a timeout. */
    CONNECT_FAILED(TTransportException.NOT_OPEN),

    /**
     * The server refused the credentials, could not prove who it is, or there were no usable credentials. The call was not
     * sent. The message names mechanism, principal and the reason.
     */
    AUTHENTICATION_FAILED(TTransportException.NOT_OPEN),

    /** The connection broke: it was reset, or reading or writing failed. */
    CONNECTION_RESET(TTransportException.UNKNOWN),

    /** The connection was closed, by the server or because the server asked for it. */
    CONNECTION_CLOSED(TTransportException.END_OF_FILE),

    /** The connection received bytes that are not a message of the client's dialect and protocol, and was closed. */
    PROTOCOL_ERROR(TTransportException.CORRUPTED_DATA),

    /** The deadline of the call passed. */
    TIMED_OUT(TTransportException.TIMED_OUT),

    /**
     * The caller abandoned the call: it cancelled or completed the future, or the waiting thread was interrupted; or a
     * server made the call in a handler, and the call that this handler runs was cancelled.
     */
    CANCELLED(TTransportException.UNKNOWN),

    /**
     * Every connection has the maximum number of calls in flight and waiting, or the call waited too long, or the
     * encoded calls that wait to be sent take the maximum number of bytes.
     */
    NO_CAPACITY(TTransportException.NOT_OPEN),

    /** The client was closed before the call ended. */
    CLIENT_CLOSED(TTransportException.NOT_OPEN),

    /**
     * An interceptor rejected the call: the cause is the exception that {@link ClientInterceptor#begin} threw. Or a header
     * could not be computed. Nothing was sent.
     */
    REFUSED(TTransportException.UNKNOWN),

    /**
     * The server rejected the call because no capacity, memory or thread was free for it. The call never ran. Only
     * servers of this library report this; with others, overload shows as an exception of the server.
     */
    SERVER_OVERLOADED(TTransportException.UNKNOWN),

    /** The server rejected the call because it is about to stop. The call never ran. */
    SERVER_DRAINING(TTransportException.UNKNOWN),

    /** The server rejected the call because it waited too long in the queue of the server. The call never ran. */
    SERVER_QUEUE_TIMEOUT(TTransportException.UNKNOWN),

    /**
     * The server rejected the call because the caller may not make it. The call never ran, and is not retried. Only
     * servers of this library report this.
     */
    PERMISSION_DENIED(TTransportException.UNKNOWN),

    /**
     * The server rejected the call because the caller did not prove who it is, or its credentials were not accepted.
     * The call never ran, and is not retried with the same credentials. Only servers of this library report this.
     */
    UNAUTHENTICATED(TTransportException.UNKNOWN),

    /** The arguments could not be encoded, or exceed the maximum frame size. Nothing was sent. */
    UNWRITABLE_CALL(TTransportException.UNKNOWN),

    /** The reply exceeds the maximum frame size. It was skipped, and the connection stays open. */
    REPLY_TOO_LARGE(TTransportException.MESSAGE_SIZE_LIMIT),

    /** The reply could not be decompressed or decoded. The connection stays open. */
    UNREADABLE_REPLY(TTransportException.CORRUPTED_DATA);

    private final int transportType;

    FailureCause(int transportType) {
        this.transportType = transportType;
    }

    /** {@return whether the server rejected the call before it ran} */
    public boolean isRejection() {
        return isOfServerState() || this == PERMISSION_DENIED || this == UNAUTHENTICATED;
    }

    private boolean isOfServerState() {
        return this == SERVER_OVERLOADED || this == SERVER_DRAINING || this == SERVER_QUEUE_TIMEOUT;
    }

    /**
     * Returns whether the same call may succeed if it is retried at once, provided that it never ran.
     *
     * @return false if this client or its user ended the call, or if every server would reject it again
     */
    public boolean isRetriable() {
        return isOfServerState() || this == CONNECT_FAILED || this == CONNECTION_RESET || this == CONNECTION_CLOSED;
    }

    /**
     * {@return the closest type of a {@link TTransportException}, as {@link TTransportException#getType()} returns it}
     */
    public int transportType() {
        return transportType;
    }
}
