package io.grizzlythrift.internal.security;

import io.grizzlythrift.security.Authenticator;
import io.grizzlythrift.security.Authorizer;
import java.util.List;
import java.util.Optional;

/**
 * What a server asks about the callers of its calls. Immutable.
 *
 * @param challenges the challenges of the authenticator, one for each header of a response of HTTP
 * @param auditLog whether each decision of the authorizer is logged
 * @param subjects whether identities of connections may have subjects that handlers run as
 */
public record SecurityConfig(
        Optional<Authorizer> authorizer,
        Optional<Authenticator> authenticator,
        List<String> challenges,
        boolean auditLog,
        boolean subjects) {
    /** Asks nothing. */
    public static final SecurityConfig NONE =
            new SecurityConfig(Optional.empty(), Optional.empty(), List.of(), false, false);

    /** {@return whether calls need anything of this} */
    public boolean isNeeded() {
        return authorizer.isPresent() || authenticator.isPresent() || subjects;
    }
}
