package io.grizzlythrift.security;

import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.BiPredicate;

/** Checks the passwords of PLAIN, such as by a directory. Thread-safe. */
@FunctionalInterface
public interface PlainVerifier {
    /**
     * Checks a password. Runs on a thread of the server for SASL, of which there are {@link SaslConfig#threads()}: it may
     * block, but a stage that completes later, on any thread, holds none. If it does not complete within {@link
     * SaslConfig#negotiationTimeout()}, the connection is terminated, the thread interrupted and the stage cancelled.
     *
     * <p>A failure, thrown or in the stage, refuses the client and is logged by its class alone, since its message may
     * contain the password.
     *
     * @param credentials as the client sent them
     * @return who the client is, or empty if the password is wrong. The verifier decides whether the client may act as
     *     {@link PlainCredentials#authorizationId()}, and uses that as the principal
     */
    CompletionStage<Optional<Identity>> verify(PlainCredentials credentials);

    /**
     * Returns a verifier that only compares. The principal is the username; a client that wants to act as another user is
     * refused.
     *
     * @param check gets the username and the password; may block
     * @return a verifier that completes at once
     */
    static PlainVerifier of(BiPredicate<String, char[]> check) {
        Objects.requireNonNull(check, "check");
        return credentials -> {
            boolean right =
                    !credentials.isImpersonation() && check.test(credentials.username(), credentials.password());
            return CompletableFuture.completedFuture(
                    right
                            ? Optional.of(Identity.builder(credentials.username(), SaslMechanism.PLAIN)
                                    .build())
                            : Optional.empty());
        };
    }
}
