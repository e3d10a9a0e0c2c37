package io.grizzlythrift.internal.sasl;

import io.grizzlythrift.security.Identity;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import javax.security.sasl.SaslException;

/**
 * What a mechanism and one client say to each other. One thread at a time uses it until it is complete; then the reading and
 * the writing thread may unwrap and wrap at the same time.
 */
interface SaslExchange {
    /**
     * Evaluates a response of the client. Runs on a thread for SASL, and may block.
     *
     * @return the next challenge; may be null. A {@link SaslException} in it, or thrown, refuses the client; any other failure
     *     is one of the server
     */
    CompletionStage<byte[]> evaluate(byte[] response) throws SaslException;

    /** Tells the application that the result of {@link #evaluate} is no longer needed. Any thread. */
    default void cancel() {}

    boolean isComplete();

    /** {@return who the client is} Called once it is complete. */
    Identity identity() throws SaslException;

    /** {@return who the client says it is, for log lines, or empty} */
    Optional<String> claimedName();

    /**
     * {@return what protects the messages that follow; empty if they are sent as they are} Called once it is complete.
     *
     * @throws SaslException if the client accepts so little at once that each reply would cost very many frames
     */
    default Optional<Protection> protection() throws SaslException {
        return Optional.empty();
    }

    /** Forgets keys and secrets. Called once, by any thread. */
    default void dispose() {}

    /** Protects messages. Thread-safe; the order of calls is that of the messages in each direction. */
    interface Protection {
        byte[] unwrap(byte[] array, int from, int length) throws SaslException;

        byte[] wrap(byte[] array, int from, int length) throws SaslException;

        /** {@return the largest part of a message to wrap at once, in bytes} */
        int maxWrapBytes();
    }
}
