package io.grizzlythrift.internal.security;

import io.grizzlythrift.security.CallCredentials;
import io.grizzlythrift.security.Identity;
import java.net.SocketAddress;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import org.apache.thrift.protocol.TMultiplexedProtocol;

/**
 * Finds out who asks for a page that is not a call, and whether it may, with the authenticator and the authorizer of the
 * server, like a call. Without an authorizer, nobody may. Thread-safe.
 */
public final class PageSecurity {
    private final SecurityConfig config;
    private final String name;
    private final Authorization authorization;

    /**
     * Creates the rule for one kind of page.
     *
     * @param service what the authorizer gets as the name of a service
     * @param method what it gets as the name of a method
     */
    public PageSecurity(SecurityConfig config, String service, String method) {
        this.config = config;
        name = service + TMultiplexedProtocol.SEPARATOR + method;
        authorization = new Authorization(config, name);
    }

    /**
     * Decides about a request. Calls code of the application.
     *
     * @param credentials the header {@code Authorization}, if there is one
     * @param ofConnection returns the identity of the connection
     * @return why the page must not be shown; empty if it may. Never completes exceptionally, but may never complete
     */
    public CompletionStage<Optional<CallDenial>> check(
            Optional<String> credentials, Supplier<Optional<Identity>> ofConnection, SocketAddress peer) {
        if (credentials.isEmpty() || config.authenticator().isEmpty()) {
            return CompletableFuture.completedFuture(decide(ofConnection, peer));
        }
        CompletionStage<Identity> proof;
        try {
            proof = config.authenticator()
                    .get()
                    .authenticate(CallCredentials.parse(credentials.get(), peer))
                    .thenApply(identity -> identity); // null is a failure here as well
        } catch (Throwable t) { // thrown by the application
            proof = CompletableFuture.failedFuture(t);
        }
        return proof.handle((identity, failure) -> identity == null
                ? Optional.of(authorization.refuse(name, peer))
                : decide(() -> Optional.of(identity), peer));
    }

    private Optional<CallDenial> decide(Supplier<Optional<Identity>> caller, SocketAddress peer) {
        return Optional.ofNullable(authorization.decide(name, caller, peer));
    }
}
