package io.grizzlythrift.client.connection;

import io.grizzlythrift.client.call.FailureCause;
import io.grizzlythrift.client.context.ClientContext;
import io.grizzlythrift.client.health.SilentPeerDetector;
import io.grizzlythrift.frame.FrameException;
import io.grizzlythrift.message.MessageProtocol;
import java.io.EOFException;
import java.util.concurrent.TimeUnit;
import org.glassfish.grizzly.CloseReason;

/** Creates the reasons for which a connection and its calls end. Unused by calls that succeed. Thread-safe. */
final class EndReasons {
    /** Created in advance, while there is memory. */
    private static final EndReason OUT_OF_MEMORY = new EndReason(
            FailureCause.CONNECTION_RESET, "the connection broke, and no memory was left to say why", null);

    private final ClientContext context;

    EndReasons(ClientContext context) {
        this.context = context;
    }

    /** Returns the reason for a call that is not sent because too many bytes are queued. */
    EndReason noMemory(String size) {
        return noCapacity(context.memory().fullReason(size));
    }

    /** Returns the reason for a call that was not sent within maxWait. */
    EndReason noPlaceInFlight() {
        long waited = context.config().maxWait().toMillis();
        return noCapacity("no slot in flight was free within " + waited + " ms");
    }

    EndReason allAbandoned() {
        return noCapacity("all " + context.maxInFlight() + " calls in flight were abandoned without a reply");
    }

    EndReason nothingWritten(int abandoned) {
        return noCapacity("nothing can be written, and " + abandoned + " queued calls were abandoned");
    }

    private static EndReason noCapacity(String reason) {
        return new EndReason(FailureCause.NO_CAPACITY, reason, null);
    }

    /**
     * Returns the reason for a connection whose peer has vanished.
     *
     * @param nanos how long no byte has arrived
     * @param heard whether any byte ever arrived
     */
    EndReason silent(long nanos, boolean heard) {
        String reason = SilentPeerDetector.TIMEOUTS + " calls in a row timed out, and no byte came for "
                + TimeUnit.NANOSECONDS.toMillis(nanos) + " ms" + (heard ? "" : "; " + neverHeardOf());
        return new EndReason(FailureCause.CONNECTION_RESET, reason, null);
    }

    /**
     * Returns the reason for a connection that Grizzly has closed.
     *
     * @param unanswered whether it had calls, and no byte ever arrived
     */
    EndReason lost(CloseReason reason, boolean unanswered) {
        Throwable thrown = reason.getCause();
        String hint = unanswered ? " before any byte came; " + question() : "";
        if (thrown instanceof FrameException) {
            return new EndReason(FailureCause.PROTOCOL_ERROR, thrown.getMessage(), thrown);
        }
        if (thrown instanceof EOFException) {
            return new EndReason(FailureCause.CLOSED_BY_PEER, "closed by peer" + hint, null);
        }
        return new EndReason(FailureCause.CONNECTION_RESET, "connection lost: " + thrown + hint, thrown);
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

    /** Returns a hint about a peer that sent nothing at all. */
    String neverHeardOf() {
        return "no byte came from this peer: " + question();
    }

    /** Asks what may be wrong with a peer that sent nothing at all. */
    private String question() {
        String dialect = switch (context.config().dialect()) {
            case UNFRAMED -> "unframed ";
            case HEADER -> "THeader with ";
            default -> "framed ";
        };
        return "does it speak " + dialect + protocol()
                + (context.config().tls().isPresent()
                        ? ", and accept the certificate of this client, if it wants one?"
                        : " without TLS?");
    }

    /** {@return the name of the client's protocol} */
    String protocol() {
        return MessageProtocol.nameOf(context.config().protocol());
    }
}
