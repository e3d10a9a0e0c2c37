package io.grizzlythrift.client.connection;

import io.grizzlythrift.client.call.FailureCause;
import io.grizzlythrift.client.context.ClientContext;
import io.grizzlythrift.client.health.SilentPeerDetector;
import io.grizzlythrift.frame.FrameException;
import io.grizzlythrift.message.MessageProtocol;
import java.io.EOFException;
import java.util.concurrent.TimeUnit;
import org.glassfish.grizzly.CloseReason;

/** Makes the reasons for which a connection and its calls end. Nothing here runs for a call that succeeds. Thread-safe. */
final class EndReasons {
    /** Created before it is needed. */
    private static final EndReason OUT_OF_MEMORY = new EndReason(
            FailureCause.CONNECTION_RESET, "the connection broke, and no memory was left to say why", null);

    private final ClientContext context;

    EndReasons(ClientContext context) {
        this.context = context;
    }

    /** For a call that is not sent because too many bytes are queued. */
    EndReason noMemory(String size) {
        String reason = "calls that are not sent yet take " + context.memory().bytes() + " bytes, maxQueuedBytes is "
                + context.config().maxQueuedBytes() + size;
        return new EndReason(FailureCause.NO_CAPACITY, reason, null);
    }

    /** For a call that was not sent within maxWait. */
    EndReason noPlaceInFlight() {
        long waited = context.config().maxWait().toMillis();
        return new EndReason(FailureCause.NO_CAPACITY, "no place in flight was free within " + waited + " ms", null);
    }

    EndReason allAbandoned() {
        return new EndReason(
                FailureCause.NO_CAPACITY,
                "all " + context.maxInFlight() + " calls in flight were abandoned without a reply",
                null);
    }

    EndReason nothingWritten(int abandoned) {
        return new EndReason(
                FailureCause.NO_CAPACITY,
                "nothing can be written, and " + abandoned + " queued calls were abandoned",
                null);
    }

    /** For a connection whose peer has vanished. */
    EndReason silent(long nanos, boolean heard) {
        String reason = SilentPeerDetector.TIMEOUTS + " calls in a row timed out, and no byte came for "
                + TimeUnit.NANOSECONDS.toMillis(nanos) + " ms" + (heard ? "" : "; " + neverHeardOf());
        return new EndReason(FailureCause.CONNECTION_RESET, reason, null);
    }

    /**
     * For a connection that Grizzly has closed.
     *
     * @param unanswered whether it has calls, and no byte ever came
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

    /** For a connection that threw this, even if there is no memory to say so. Does not throw. */
    static EndReason thrown(FailureCause cause, String what, Throwable thrown) {
        try {
            String message =
                    cause == FailureCause.CONNECT_FAILED && thrown instanceof Exception ? thrown.getMessage() : null;
            return new EndReason(cause, what + (message == null ? thrown : message), thrown);
        } catch (Throwable t) {
            return OUT_OF_MEMORY;
        }
    }

    /** A hint for a peer that sent nothing at all. */
    String neverHeardOf() {
        return "no byte came from this peer: " + question();
    }

    /** What may be wrong with a peer that sent nothing at all. */
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
