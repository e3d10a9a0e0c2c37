package io.grizzlythrift.client.call;

import org.apache.thrift.transport.TTransportException;

/** Why a call failed. Replies of the server, its exceptions among them, are not failures. */
public enum FailureCause {
    /**
     * No connection could be made: refused, not reachable, not resolvable, a TLS handshake that failed, or not within the
     * connect timeout.
     */
    CONNECT_FAILED(TTransportException.NOT_OPEN),

    /** The connection broke: it was reset, or reading or writing failed otherwise. */
    CONNECTION_RESET(TTransportException.UNKNOWN),

    /** The server closed the connection. */
    CLOSED_BY_PEER(TTransportException.END_OF_FILE),

    /** The connection brought bytes that are no framed Thrift message of the client's protocol, and was closed. */
    PROTOCOL_ERROR(TTransportException.CORRUPTED_DATA),

    /** The call's deadline passed. */
    TIMED_OUT(TTransportException.TIMED_OUT),

    /** The caller gave the call up: its future was cancelled or completed, or its thread interrupted. */
    CANCELLED(TTransportException.UNKNOWN),

    /**
     * Every connection had all the calls in flight and waiting that it may have, or the wait was over, or the calls that
     * are not sent yet take as many bytes as they may.
     */
    NO_CAPACITY(TTransportException.NOT_OPEN),

    /** The client was closed, before the call began or before it ended. */
    CLIENT_CLOSED(TTransportException.NOT_OPEN),

    /** An interceptor refused the call: {@link ClientInterceptor#begin} threw what is the cause. Nothing was sent. */
    REFUSED(TTransportException.UNKNOWN),

    /** The arguments could not be encoded, or made a frame larger than allowed. Nothing was sent. */
    UNWRITABLE_CALL(TTransportException.UNKNOWN),

    /** The reply could not be decoded. The connection goes on. */
    UNREADABLE_REPLY(TTransportException.CORRUPTED_DATA);

    private final int transportType;

    FailureCause(int transportType) {
        this.transportType = transportType;
    }

    /** {@return the closest type of a {@link TTransportException}, as {@link TTransportException#getType()} returns it} */
    public int transportType() {
        return transportType;
    }
}
