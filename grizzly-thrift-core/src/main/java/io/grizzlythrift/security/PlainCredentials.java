package io.grizzlythrift.security;

import java.util.Objects;

/** What a client has sent to authenticate with PLAIN (RFC 4616). Immutable, except for the array of the password. */
public final class PlainCredentials {
    private final String authorizationId;
    private final String username;
    private final char[] password;

    /**
     * Creates credentials.
     *
     * @param authorizationId the name that the client wants to act as; empty for the username
     * @param username the name that the password belongs to; not empty
     * @param password not copied
     */
    public PlainCredentials(String authorizationId, String username, char[] password) {
        this.authorizationId = Objects.requireNonNull(authorizationId, "authorizationId");
        this.username = Objects.requireNonNull(username, "username");
        this.password = Objects.requireNonNull(password, "password");
    }

    /**
     * {@return the name that the client wants to act as; empty if it is the username} A verifier that cannot check whether it
     * may must refuse an {@linkplain #isImpersonation impersonation}.
     */
    public String authorizationId() {
        return authorizationId;
    }

    /** {@return whether the client wants to act as another user} */
    public boolean isImpersonation() {
        return !authorizationId.isEmpty() && !authorizationId.equals(username);
    }

    /** {@return the name that the password belongs to; not empty} */
    public String username() {
        return username;
    }

    /** {@return the password; overwritten with zeros once the verifier has completed its stage} */
    public char[] password() {
        return password;
    }

    /** {@return the names, without the password} */
    @Override
    public String toString() {
        return "PlainCredentials[authorizationId=" + authorizationId + ", username=" + username + "]";
    }
}
