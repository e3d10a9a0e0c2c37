package io.grizzlythrift.internal.sasl;

import io.grizzlythrift.internal.connection.ServerConnection;
import io.grizzlythrift.internal.memory.MemoryAccount;
import io.grizzlythrift.internal.message.NegotiationStatus;
import io.grizzlythrift.internal.reply.ReplyWriter;
import io.grizzlythrift.limits.LimitType;
import io.grizzlythrift.memory.MemoryPart;
import io.grizzlythrift.security.Identity;
import io.grizzlythrift.security.SaslMechanism;
import java.io.IOException;
import java.util.Optional;
import java.util.concurrent.CompletionException;
import java.util.stream.Collectors;
import javax.security.sasl.SaslException;
import org.glassfish.grizzly.nio.NIOConnection;
import org.glassfish.grizzly.nio.SelectorHandler;
import org.glassfish.grizzly.nio.SelectorRunner;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Negotiates with the client of one connection: reads its messages, has them evaluated, and writes challenges, or a message
 * that says why the client is refused. Used by the thread that reads, except for {@link #end()}; results of evaluations are
 * handed to that thread.
 */
final class Negotiator {
    private static final Logger LOG = LoggerFactory.getLogger(SaslConnection.class);

    private enum State {
        /** A message of the client is awaited. */
        READING,
        /** A response is evaluated; the client must wait. */
        EVALUATING,
        /** The client has authenticated, or is refused. */
        OVER
    }

    /** What becomes of the connection. Called by the thread that reads. */
    interface Result {
        /** Calls follow. The last message of the negotiation was written. */
        void authenticated(SaslExchange exchange, Optional<SaslExchange.Protection> protection);

        /** Nothing more is read. */
        void refused();
    }

    private final SaslNegotiations all;
    private final NIOConnection connection;
    private final ReplyWriter raw;
    private final ServerConnection owner;
    private final Result result;
    private final MemoryAccount memory;
    private final TokenReader tokens;

    /** The size of the response that is evaluated, which is charged until then; 0 if there is none. */
    private int evaluatedBytes;

    private State state = State.READING;

    /** Null until it begins, and if it is refused before. */
    private volatile Negotiation negotiation;

    Negotiator(
            SaslNegotiations all,
            NIOConnection connection,
            ReplyWriter raw,
            MemoryAccount memory,
            ServerConnection owner,
            Result result) {
        this.all = all;
        this.connection = connection;
        this.raw = raw;
        this.owner = owner;
        this.result = result;
        this.memory = memory;
        tokens = new TokenReader(all.config().maxTokenBytes(), memory);
    }

    /**
     * Begins with a mechanism, or refuses the client.
     *
     * @param name as the client has sent it
     * @param tls whether there is TLS below
     */
    void begin(String name, boolean tls) {
        Optional<SaslMechanism> offered = all.config().mechanism(name);
        if (offered.isEmpty()) {
            String supported =
                    all.config().mechanisms().stream().map(SaslMechanism::name).collect(Collectors.joining(", "));
            refuseMechanism(name, "Unsupported mechanism type " + name + ", supported are " + supported);
        } else if (all.config().needsTls(name) && !tls) {
            refuseMechanism(name, name + " needs TLS");
        } else if (all.failures().isAtLimit(connection)) {
            all.reached(
                    LimitType.SASL_MAX_FAILURES_PER_ADDRESS,
                    () -> "refused " + owner.peer() + ": its address has failed to authenticate "
                            + all.config().maxFailuresPerAddress() + " times within "
                            + all.config().failureWindow().toSeconds() + " s");
            refuseUncounted(NegotiationStatus.ERROR, "Too many failures");
        } else if (!all.counters().tryBeginNegotiation(all.config().maxNegotiations())) {
            all.reached(
                    LimitType.SASL_MAX_NEGOTIATIONS,
                    () -> "refused " + owner.peer() + ": " + all.config().maxNegotiations()
                            + " negotiations are in progress, which is maxNegotiations");
            refuseUncounted(NegotiationStatus.ERROR, "Too many negotiations");
        } else {
            negotiation = new Negotiation(
                    all, offered.get(), owner::identity, () -> all.failures().isAtLimit(connection));
            if (!connection.isOpen()) { // closed by another thread, perhaps before the field was set
                end();
            }
        }
    }

    private void refuseMechanism(String name, String text) {
        all.logRefused(connection, name, Optional.empty(), text);
        refuseUncounted(NegotiationStatus.BAD, text);
    }

    /** Refuses a negotiation that has not begun, and so does not count yet. */
    private void refuseUncounted(NegotiationStatus status, String text) {
        all.counters().countRefusedNegotiation();
        close(status, text);
    }

    /** Takes bytes of the client. */
    void read(byte[] array, int from, int to) {
        int position = from;
        while (position < to && state == State.READING) {
            position = tokens.take(array, position, to);
            if (position < 0) { // terminated to free its memory
                return;
            }
            afterToken();
        }
        if (position < to && state == State.EVALUATING) {
            refuse("Bytes before the response of the server");
        }
    }

    /** Handles the message that has arrived, if it is complete. */
    private void afterToken() {
        if (tokens.isTooLong()) {
            int length = tokens.length();
            int max = all.config().maxTokenBytes();
            all.reached(
                    LimitType.SASL_MAX_TOKEN_BYTES,
                    () -> "refused " + owner.peer() + ": a token of SASL has " + length + " bytes, must be 0 to "
                            + max);
            end();
            close(NegotiationStatus.ERROR, "Invalid payload header length: " + length);
        } else if (tokens.isComplete()) {
            evaluate(tokens.status(), tokens.next());
        }
    }

    private void evaluate(byte status, byte[] token) {
        if (status == NegotiationStatus.BAD.code() || status == NegotiationStatus.ERROR.code()) {
            String text = "the client has ended the negotiation";
            logRefused(text);
            end();
            stop();
            owner.refuse("SASL: " + text);
        } else if (status != NegotiationStatus.OK.code() && status != NegotiationStatus.COMPLETE.code()) {
            refuse("Expected status OK or COMPLETE, but got " + status);
        } else {
            if (!memory.charge(MemoryPart.PARTIAL_FRAMES, token.length)) {
                return; // terminated to free its memory
            }
            evaluatedBytes = token.length;
            state = State.EVALUATING;
            negotiation.evaluate(token, (challenge, failure) -> onSelector(() -> evaluated(challenge, failure)));
        }
    }

    private void onSelector(Runnable action) {
        SelectorRunner selector = connection.getSelectorRunner();
        if (selector != null) { // else it is closed
            SelectorHandler.Task task = () -> {
                action.run();
                return true;
            };
            selector.getTransport().getSelectorHandler().enque(selector, task, null);
        }
    }

    private void evaluated(byte[] challenge, Throwable failure) {
        memory.release(MemoryPart.PARTIAL_FRAMES, evaluatedBytes);
        evaluatedBytes = 0;
        if (state != State.EVALUATING || !connection.isOpen()) {
            return; // refused or closed meanwhile, which has ended the negotiation
        }
        try {
            if (failure != null) {
                refuseFailed(failure);
            } else if (negotiation.exchange().isComplete()) {
                authenticate(challenge);
            } else {
                state = State.READING;
                write(NegotiationStatus.OK, challenge);
            }
        } catch (IOException | RuntimeException e) {
            refuseFailed(e);
        }
    }

    private void write(NegotiationStatus status, byte[] payload) throws IOException {
        byte[] message = status.message(payload == null ? new byte[0] : payload);
        raw.write(message, 0, message.length);
    }

    private void authenticate(byte[] challenge) throws IOException {
        SaslExchange exchange = negotiation.exchange();
        Identity identity = exchange.identity();
        Optional<SaslExchange.Protection> protection = exchange.protection();
        if (!negotiation.complete()) {
            return; // closed meanwhile
        }
        state = State.OVER;
        owner.setIdentity(identity);
        write(NegotiationStatus.COMPLETE, challenge);
        LOG.debug("{} has authenticated as {}", connection.getPeerAddress(), identity);
        result.authenticated(exchange, protection);
    }

    private void refuseFailed(Throwable failure) {
        if (state == State.OVER) { // the last message could not be written
            negotiation.exchange().dispose();
            connection.terminateSilently();
            return;
        }
        Throwable cause = failure;
        while (cause instanceof CompletionException && cause.getCause() != null) {
            cause = cause.getCause();
        }
        boolean ofClient = cause instanceof SaslException;
        if (ofClient) {
            all.failures().count(connection);
        }
        logRefused(wordsFor(cause, ofClient));
        end();
        if (ofClient) {
            close(NegotiationStatus.BAD, "Authentication failed");
        } else {
            close(NegotiationStatus.ERROR, "The server cannot authenticate");
        }
    }

    /** The message of an application's exception may contain the password that it has checked. */
    private static String wordsFor(Throwable cause, boolean ofClient) {
        if (!ofClient) {
            return "the check has failed with " + cause.getClass().getName();
        }
        Throwable root = cause;
        while (root.getCause() != null && root.getCause() != root) {
            root = root.getCause();
        }
        String text = String.valueOf(cause.getMessage());
        if (root == cause) {
            return text;
        }
        String type = root.getClass().getName();
        boolean ofKerberos = type.startsWith("sun.security.krb5.") || type.startsWith("org.ietf.jgss.");
        return text + " (" + (ofKerberos ? root.getMessage() : type) + ")";
    }

    /** Refuses a client that does not keep to the protocol. */
    private void refuse(String text) {
        all.failures().count(connection);
        logRefused(text);
        end();
        close(NegotiationStatus.ERROR, text);
    }

    private void logRefused(String text) {
        Negotiation current = negotiation;
        all.logRefused(connection, current.mechanism().name(), current.claimedName(), text);
    }

    private void close(NegotiationStatus status, String text) {
        stop();
        try {
            byte[] message = status.message(text);
            raw.write(message, 0, message.length);
            owner.refuse("SASL: " + text);
        } catch (IOException | RuntimeException e) { // the peer is gone
            connection.terminateSilently();
        }
    }

    private void stop() {
        state = State.OVER;
        tokens.close();
        result.refused();
    }

    /** Ends a negotiation that has not completed. Any thread; may be called again. */
    void end() {
        Negotiation begun = negotiation;
        if (begun != null) {
            begun.end();
        }
    }
}
