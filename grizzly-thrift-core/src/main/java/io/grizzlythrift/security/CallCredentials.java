package io.grizzlythrift.security;

import java.net.SocketAddress;
import java.util.Locale;
import java.util.Objects;

/**
 * The credentials of one call: the header {@code Authorization} of its HTTP request, or of its frame in the dialect
 * {@link io.grizzlythrift.frame.Dialect#HEADER}. Immutable.
 */
public final class CallCredentials {
    private final String scheme;
    private final String token;
    private final SocketAddress peerAddress;

    private CallCredentials(String scheme, String token, SocketAddress peerAddress) {
        this.scheme = scheme;
        this.token = token;
        this.peerAddress = peerAddress;
    }

    /**
     * Parses the value of a header.
     *
     * @param header a scheme, spaces and a token, such as {@code Bearer abc}; or a token alone
     * @param peerAddress the address of the caller
     * @return the credentials
     */
    public static CallCredentials parse(String header, SocketAddress peerAddress) {
        Objects.requireNonNull(peerAddress, "peerAddress");
        String value = Objects.requireNonNull(header, "header").strip();
        int space = value.indexOf(' ');
        return space < 0
                ? new CallCredentials("", value, peerAddress)
                : new CallCredentials(
                        value.substring(0, space).toLowerCase(Locale.ROOT),
                        value.substring(space + 1).strip(),
                        peerAddress);
    }

    /** {@return the scheme in lower case, such as {@code basic}; an empty string for a token alone} */
    public String scheme() {
        return scheme;
    }

    /** {@return what follows the scheme, as the client sent it: a secret} */
    public String token() {
        return token;
    }

    /** {@return the address of the caller} */
    public SocketAddress peerAddress() {
        return peerAddress;
    }

    /** {@return the scheme and the address, without the token} */
    @Override
    public String toString() {
        return (scheme.isEmpty() ? "a token" : scheme) + " of " + peerAddress;
    }
}
