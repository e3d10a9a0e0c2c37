package io.grizzlythrift.client.internal.connection;

import io.grizzlythrift.client.call.CallFailedException;
import io.grizzlythrift.client.call.FailureCause;
import io.grizzlythrift.client.internal.call.PendingCall;
import io.grizzlythrift.client.internal.sasl.SaslFrameException;
import io.grizzlythrift.internal.frame.FrameException;
import io.grizzlythrift.internal.message.MessageProtocol;
import java.io.EOFException;
import java.util.concurrent.TimeUnit;
import org.glassfish.grizzly.CloseReason;

/**
 * Why a connection, or one of its calls, ended.
 *
 * @param thrown the cause; null if nothing was thrown
 */
public record EndReason(FailureCause cause, String reason, Throwable thrown) {
    /** The server call whose handler makes a call was cancelled. */
    public static final EndReason PARENT_CANCELLED =
            new EndReason(FailureCause.CANCELLED, "the call whose handler made it was cancelled");

    public static final EndReason CLIENT_CLOSED = new EndReason(FailureCause.CLIENT_CLOSED, "the client was closed");

    /** Created in advance, while there is memory. */
    private static final EndReason OUT_OF_MEMORY =
            new EndReason(FailureCause.CONNECTION_RESET, "the connection broke, and no memory was left to say why");

    /** Smaller calls are unlikely to exceed the limit of a server. */
    private static final int LARGE_CALL_BYTES = 64 * 1024;

    /** Creates a reason for which nothing was thrown. */
    public EndReason(FailureCause cause, String reason) {
        this(cause, reason, null);
    }

    /** Creates the failure of a call that ends for this reason. */
    public CallFailedException failure(PendingCall call, String endpoint, boolean mayHaveRun) {
        return new CallFailedException(cause, call.method(), endpoint, mayHaveRun, reason, thrown);
    }

    /**
     * Creates the failure of a call whose connection ended for this reason. A server closes the connection of a call that
     * is too large for it, and cannot say why.
     */
    public CallFailedException failureOfCall(PendingCall call, String endpoint, boolean mayHaveRun) {
        int bytes = call.messageBytes();
        boolean byPeer = cause == FailureCause.CONNECTION_CLOSED || cause == FailureCause.CONNECTION_RESET;
        if (!byPeer || bytes < LARGE_CALL_BYTES) {
            return failure(call, endpoint, mayHaveRun);
        }
        String hint = "; the call has " + bytes + " bytes: does the server accept messages of that size?";
        return with(hint).failure(call, endpoint, mayHaveRun);
    }

    /** {@return this reason with text appended} */
    EndReason with(String more) {
        return more.isEmpty() ? this : new EndReason(cause, reason + more, thrown);
    }

    /** Returns the reason for an exception, with a substitute if no memory is left to describe it. Does not throw. */
    static EndReason thrown(FailureCause cause, String what, Throwable thrown) {
        try {
            String message =
                    cause == FailureCause.CONNECT_FAILED && thrown instanceof Exception ? thrown.getMessage() : null;
            return new EndReason(cause, what + (message == null ? thrown : message), thrown);
        } catch (Throwable t) {
            return OUT_OF_MEMORY;
        }
    }

    public static EndReason noCapacity(String reason) {
        return new EndReason(FailureCause.NO_CAPACITY, reason);
    }

    /** Returns the reason for a call that has waited for too long until it may be in flight. */
    public static EndReason noSlot(ClientContext context) {
        long waited = context.config().maxWait().toMillis();
        return noCapacity("no slot in flight was free within " + waited + " ms");
    }

    /**
     * Returns the reason for a connection whose peer has vanished.
     *
     * @param nanos how long no byte has arrived
     * @param heard whether any byte ever arrived
     */
    static EndReason silent(ClientContext context, long nanos, boolean heard) {
        String reason = SilentPeerDetector.TIMEOUTS + " calls in a row timed out, and no byte came for "
                + TimeUnit.NANOSECONDS.toMillis(nanos) + " ms" + (heard ? "" : "; " + neverHeardOf(context));
        return new EndReason(FailureCause.CONNECTION_RESET, reason);
    }

    /**
     * Returns the reason for a connection that Grizzly has closed.
     *
     * @param unanswered whether it had calls, and no byte ever arrived
     */
    static EndReason closed(ClientContext context, CloseReason reason, boolean unanswered) {
        Throwable thrown = reason.getCause();
        String hint = unanswered ? " before any byte came; " + question(context) : "";
        if (thrown instanceof FrameException || thrown instanceof SaslFrameException) {
            return new EndReason(FailureCause.PROTOCOL_ERROR, thrown.getMessage(), thrown);
        }
        if (thrown instanceof EOFException) {
            return new EndReason(FailureCause.CONNECTION_CLOSED, "closed by peer" + hint);
        }
        return new EndReason(FailureCause.CONNECTION_RESET, "connection lost: " + thrown + hint, thrown);
    }

    /** Returns a hint about a peer that sent nothing at all. */
    static String neverHeardOf(ClientContext context) {
        return "no byte came from this peer: " + question(context);
    }

    /** Asks what may be wrong with a peer that sent nothing at all. */
    private static String question(ClientContext context) {
        String dialect = switch (context.config().dialect()) {
            case UNFRAMED -> "unframed ";
            case HEADER -> "THeader with ";
            default -> "framed ";
        };
        return "does it speak " + (context.config().sasl().isPresent() ? "SASL, and within it " : dialect)
                + MessageProtocol.nameOf(context.config().protocol())
                + (context.config().tls().isPresent()
                        ? ", and accept the certificate of this client, if it wants one?"
                        : " without TLS?");
    }
}
