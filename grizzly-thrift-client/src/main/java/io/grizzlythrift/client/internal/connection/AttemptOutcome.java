package io.grizzlythrift.client.internal.connection;

import io.grizzlythrift.client.call.FailureCause;
import org.apache.thrift.protocol.TMessageType;

/** What the end of one attempt at a call says about its server. Only good outcomes make a server look better. */
public enum AttemptOutcome {
    /** The server replied with a result, or with an exception that the IDL declares. */
    GOOD,

    /** The server failed the attempt, however quickly: it counts against the server. */
    FAILED,

    /** The attempt says nothing about the server, or its failure is recorded once for the whole connection. */
    NEUTRAL;

    /** {@return the outcome of an attempt whose reply has this type and is not a rejection} */
    public static AttemptOutcome ofReply(byte messageType) {
        return messageType == TMessageType.REPLY ? GOOD : FAILED;
    }

    /**
     * {@return the outcome of an attempt that failed}
     *
     * @param sent whether the call was handed to the socket, at least in part
     */
    public static AttemptOutcome of(FailureCause cause, boolean sent) {
        return switch (cause) {
            case CONNECTION_RESET,
                    CONNECTION_CLOSED,
                    PROTOCOL_ERROR,
                    UNREADABLE_REPLY,
                    REPLY_TOO_LARGE,
                    SERVER_OVERLOADED,
                    SERVER_QUEUE_TIMEOUT -> FAILED;
            case TIMED_OUT -> sent ? FAILED : NEUTRAL;
            case CONNECT_FAILED,
                    AUTHENTICATION_FAILED,
                    CANCELLED,
                    NO_CAPACITY,
                    CLIENT_CLOSED,
                    REFUSED,
                    SERVER_DRAINING,
                    PERMISSION_DENIED,
                    UNAUTHENTICATED,
                    UNWRITABLE_CALL -> NEUTRAL;
        };
    }
}
