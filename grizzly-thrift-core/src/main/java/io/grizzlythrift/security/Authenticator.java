package io.grizzlythrift.security;

import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.function.BiFunction;
import java.util.function.Function;

/**
 * Finds out who makes a call, from the {@link CallCredentials} that come with it. Calls without credentials have the
 * identity of their connection, if it has one.
 *
 * <pre>{@code
 * Authenticator tokens = Authenticator.bearer(token -> directory.lookUp(token)
 *         .thenApply(user -> Identity.builder(user.name(), "bearer").build()));
 * }</pre>
 *
 * <p>Called by any number of threads at the same time, each for a different call: the threads that run calls. It must not
 * block, but it may answer later: the call then waits without a thread. It keeps its place among the calls in flight, and
 * its memory counts. If there is no answer by the deadline of the call, the call is rejected; if its connection closes,
 * the stage is cancelled. The call then runs on the threads of its method; with {@code same-thread}, on the thread that
 * completes the stage. Later calls of its connection may overtake it, also with {@link
 * io.grizzlythrift.strategy.InOrderStrategy}.
 */
@FunctionalInterface
public interface Authenticator {
    /**
     * Finds out who makes a call.
     *
     * @param credentials what the call came with; they are not proved, and may be anything
     * @return the caller. If it completes exceptionally, or if this method throws, the call is rejected. The caller never
     *     learns why; anything but a {@link java.security.GeneralSecurityException} is logged, at most once a second
     */
    CompletionStage<Identity> authenticate(CallCredentials credentials);

    /**
     * Returns how a caller without accepted credentials may prove who it is: the values of {@code WWW-Authenticate} in a
     * response of HTTP. Called once, when the server is created.
     *
     * @return at least one challenge of printable ASCII, such as {@code Basic realm="reports"}; {@code Bearer} by default
     */
    default List<String> challenges() {
        return List.of("Bearer");
    }

    /**
     * Returns an authenticator for HTTP Basic. Use it over TLS only: the password is not encrypted.
     *
     * @param realm what the password is for, as browsers show it: printable ASCII without quotes and backslashes
     * @param check receives the name, which is not blank, and the password
     * @return an authenticator that accepts no other scheme
     * @throws IllegalArgumentException if the realm has other characters
     * @see <a href="https://www.rfc-editor.org/rfc/rfc7617">RFC 7617</a>
     */
    static Authenticator basic(String realm, BiFunction<String, String, CompletionStage<Identity>> check) {
        return SchemeAuthenticator.basic(realm, check);
    }

    /**
     * Returns an authenticator for bearer tokens. Use it over TLS only.
     *
     * @param check receives the token, which is not empty
     * @return an authenticator that accepts no other scheme
     * @see <a href="https://www.rfc-editor.org/rfc/rfc6750">RFC 6750</a>
     */
    static Authenticator bearer(Function<String, CompletionStage<Identity>> check) {
        return SchemeAuthenticator.bearer(check);
    }

    /**
     * Returns an authenticator for the first token of SPNEGO, which Kerberos needs only one of.
     *
     * @param check receives the token, which is not empty
     * @return an authenticator that accepts no other scheme
     * @see <a href="https://www.rfc-editor.org/rfc/rfc4559">RFC 4559</a>
     */
    static Authenticator negotiate(Function<byte[], CompletionStage<Identity>> check) {
        return SchemeAuthenticator.negotiate(check);
    }

    /**
     * Returns an authenticator that passes credentials on by their scheme.
     *
     * @param authenticators each accepts the schemes that its {@link #challenges} begin with; the first one wins
     * @return an authenticator that accepts no other schemes
     * @throws IllegalArgumentException if there are none
     */
    static Authenticator anyOf(Authenticator... authenticators) {
        return SchemeAuthenticator.anyOf(List.of(authenticators));
    }
}
