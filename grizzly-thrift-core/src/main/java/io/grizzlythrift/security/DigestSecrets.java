package io.grizzlythrift.security;

import java.util.Optional;

/**
 * Finds the secrets of DIGEST-MD5 clients, such as the passwords of delegation tokens. Thread-safe. Runs on a thread of the
 * server for SASL, and may block; it is interrupted at {@link SaslConfig#negotiationTimeout()}.
 */
@FunctionalInterface
public interface DigestSecrets {
    /**
     * Returns the secret of a user.
     *
     * @param username as the client sent it; of a delegation token, its encoded identifier
     * @param realm the realm of the server that the client chose; may be empty
     * @return the secret, which the server overwrites with zeros; empty if there is no such user. An exception refuses the
     *     client, too
     */
    Optional<char[]> secretOf(String username, String realm);
}
