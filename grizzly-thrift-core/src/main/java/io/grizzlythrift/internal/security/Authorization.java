package io.grizzlythrift.internal.security;

import io.grizzlythrift.internal.call.RejectedCall.Reason;
import io.grizzlythrift.internal.message.LogSanitizer;
import io.grizzlythrift.internal.message.MultiplexedName;
import io.grizzlythrift.security.Decision;
import io.grizzlythrift.security.Identity;
import io.grizzlythrift.strategy.internal.util.LogLimiter;
import java.net.SocketAddress;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Asks the authorizer of a server, and records its decisions: denials in the log at a bounded rate, all of them in the audit log if
 * that is on. Thread-safe. Whatever code of the user throws, access is denied.
 */
public final class Authorization {
    private static final Logger LOG = LoggerFactory.getLogger(Authorization.class);
    private static final Decision FAILED = Decision.deny("the authorizer failed");
    private static final Decision NO_AUTHORIZER = Decision.deny("the server has no authorizer that allows it");

    private final LogLimiter failureLog = new LogLimiter(System::nanoTime);
    private final LogLimiter denialLog = new LogLimiter(System::nanoTime);
    private final SecurityConfig config;
    private final String what;
    private final CallDenial refused;

    /**
     * Creates the authorization of one kind of access.
     *
     * @param what is denied if the authorizer fails, for the log
     */
    public Authorization(SecurityConfig config, String what) {
        this.config = config;
        this.what = what;
        refused = new CallDenial(Reason.UNAUTHENTICATED, "its credentials are not accepted", config.challenges());
    }

    /**
     * Decides about a caller.
     *
     * @param name what it calls: a method, with the name of its service if it has one
     * @return why it may not; null if it may
     */
    public CallDenial decide(String name, Supplier<Optional<Identity>> caller, SocketAddress peer) {
        Optional<Identity> identity = Optional.empty();
        Decision decision;
        try {
            identity = caller.get();
            decision = decision(name, identity);
        } catch (Throwable t) {
            failureLog.log(suppressed ->
                    LOG.error("the authorizer failed, so {} is denied{}", what, LogLimiter.suffix(suppressed), t));
            decision = FAILED;
        }
        if (!decision.isAllowed()) {
            return deny(name, identity, decision, peer);
        }
        if (config.auditLog()) {
            AuditLog.allowed(name, nameOf(identity), peer);
        }
        return null;
    }

    private Decision decision(String name, Optional<Identity> identity) {
        if (config.authorizer().isEmpty()) {
            return NO_AUTHORIZER;
        }
        return Objects.requireNonNull(
                config.authorizer()
                        .get()
                        .authorize(identity, MultiplexedName.serviceOf(name), MultiplexedName.methodOf(name)),
                "no Decision");
    }

    /** Records a decision against a caller. */
    public CallDenial deny(String name, Optional<Identity> identity, Decision decision, SocketAddress peer) {
        CallDenial denial = identity.isPresent()
                ? new CallDenial(Reason.PERMISSION_DENIED, decision.reason(), List.of())
                : new CallDenial(Reason.UNAUTHENTICATED, decision.reason(), config.challenges());
        return record(name, identity, denial, peer);
    }

    /** Records that credentials are not accepted. */
    public CallDenial refuse(String name, SocketAddress peer) {
        return record(name, Optional.empty(), refused, peer);
    }

    private CallDenial record(String name, Optional<Identity> identity, CallDenial denial, SocketAddress peer) {
        denialLog.log(suppressed -> LOG.warn(
                "denied {} to {} of {}: {}{}",
                LogSanitizer.printable(name),
                nameOf(identity),
                peer,
                LogSanitizer.printable(denial.text()),
                LogLimiter.suffix(suppressed)));
        if (config.auditLog()) {
            AuditLog.denied(name, nameOf(identity), peer, denial.text());
        }
        return denial;
    }

    private static String nameOf(Optional<Identity> identity) {
        return identity.map(who -> LogSanitizer.printable(who.toString())).orElse("a stranger");
    }
}
