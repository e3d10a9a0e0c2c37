package io.grizzlythrift.internal.dispatch;

import io.grizzlythrift.internal.call.RejectedCall.Reason;
import io.grizzlythrift.internal.message.LogSanitizer;
import io.grizzlythrift.security.Authorizer;
import io.grizzlythrift.security.CallCredentials;
import io.grizzlythrift.security.Decision;
import io.grizzlythrift.security.Identity;
import io.grizzlythrift.strategy.internal.util.LogLimiter;
import java.net.SocketAddress;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Finds out who asks for a page that is not a call, and whether it may, as {@link CallSecurity} does for calls: with the
 * authenticator and the authorizer of the server. Without an authorizer, nobody may. Thread-safe.
 */
public final class PageSecurity {
    private static final Logger LOG = LoggerFactory.getLogger(PageSecurity.class);
    private static final Decision NO_AUTHORIZER = Decision.deny("the server has no authorizer that allows it");

    private final LogLimiter log = new LogLimiter(System::nanoTime);
    private final SecurityConfig config;
    private final String service;
    private final String method;
    private final CallDenial refused;

    /**
     * Creates the rule for one kind of page.
     *
     * @param service what the authorizer gets as the name of a service
     * @param method what it gets as the name of a method
     */
    public PageSecurity(SecurityConfig config, String service, String method) {
        this.config = config;
        this.service = service;
        this.method = method;
        refused = new CallDenial(Reason.UNAUTHENTICATED, "its credentials are not accepted", config.challenges());
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
            return CompletableFuture.completedFuture(decide(ofConnection.get(), peer));
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
                ? Optional.of(deny(Optional.empty(), peer, refused))
                : decide(Optional.of(identity), peer));
    }

    private Optional<CallDenial> decide(Optional<Identity> identity, SocketAddress peer) {
        Decision decision = decision(identity);
        if (decision.isAllowed()) {
            if (config.auditLog()) {
                AuditLog.allowed(name(), nameOf(identity), peer);
            }
            return Optional.empty();
        }
        return Optional.of(deny(
                identity,
                peer,
                identity.isPresent()
                        ? new CallDenial(Reason.PERMISSION_DENIED, decision.reason(), List.of())
                        : new CallDenial(Reason.UNAUTHENTICATED, decision.reason(), config.challenges())));
    }

    private Decision decision(Optional<Identity> identity) {
        Optional<Authorizer> authorizer = config.authorizer();
        if (authorizer.isEmpty()) {
            return NO_AUTHORIZER;
        }
        try {
            Decision decision = authorizer.get().authorize(identity, service, method);
            return decision == null ? Decision.deny("the authorizer failed") : decision;
        } catch (Throwable t) { // thrown by the application
            log.log(suppressed ->
                    LOG.error("the authorizer failed, so {} is denied{}", name(), LogLimiter.suffix(suppressed), t));
            return Decision.deny("the authorizer failed");
        }
    }

    private CallDenial deny(Optional<Identity> identity, SocketAddress peer, CallDenial denial) {
        log.log(suppressed -> LOG.warn(
                "denied {} to {} of {}: {}{}",
                name(),
                nameOf(identity),
                peer,
                LogSanitizer.printable(denial.text()),
                LogLimiter.suffix(suppressed)));
        if (config.auditLog()) {
            AuditLog.denied(name(), nameOf(identity), peer, denial.text());
        }
        return denial;
    }

    private String name() {
        return service + ':' + method;
    }

    private static String nameOf(Optional<Identity> identity) {
        return identity.map(who -> LogSanitizer.printable(who.toString())).orElse("a stranger");
    }
}
