package io.grizzlythrift.internal.dispatch;

import io.grizzlythrift.internal.header.FrameHeader;
import io.grizzlythrift.internal.header.TransformException;
import io.grizzlythrift.internal.message.MessageName;
import io.grizzlythrift.internal.security.Authorization;
import io.grizzlythrift.internal.security.CallDenial;
import io.grizzlythrift.internal.security.CallProof;
import io.grizzlythrift.internal.security.SecurityConfig;
import io.grizzlythrift.security.Authenticator;
import io.grizzlythrift.security.CallCredentials;
import io.grizzlythrift.security.Decision;
import io.grizzlythrift.security.Identity;
import io.grizzlythrift.strategy.internal.util.LogLimiter;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import javax.security.auth.Subject;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Finds out who makes a call, and whether it may. Runs on the thread that runs the call:
 *
 * <pre>
 *   {@link #proofOf}       credentials of the call; may answer later, then the call waits without a thread
 *   {@link #checkUnread}   before anything is decompressed: refused credentials, and calls whose name is found so
 *   {@link #check}         once the name is decoded, before the arguments are
 * </pre>
 *
 * <p>Thread-safe. Whatever code of the user throws, the call is denied.
 */
final class CallSecurity {
    private static final Logger LOG = LoggerFactory.getLogger(CallSecurity.class);
    private static final String CREDENTIALS = "Authorization";

    /** Stands for the name of a call that is not known. */
    private static final String UNREAD = "a call";

    /** How much of a compressed message is looked at for the name of its call. */
    private static final int PEEKED_BYTES = 512;

    private static final Decision HIDDEN =
            Decision.deny("its method is compressed in an unusual way, and its caller has not proved who it is");

    private final LogLimiter failureLog = new LogLimiter(System::nanoTime);
    private final Authenticator authenticator;
    private final boolean isAuthorized;
    private final Authorization authorization;

    private CallSecurity(SecurityConfig config) {
        authenticator = config.authenticator().orElse(null);
        isAuthorized = config.authorizer().isPresent();
        authorization = new Authorization(config, UNREAD);
    }

    /** {@return the security of a server; null if it has none, so that calls cost nothing more} */
    static CallSecurity of(SecurityConfig config) {
        return config.isNeeded() ? new CallSecurity(config) : null;
    }

    /** Returns the proof of who makes a call, and begins it if need be. Returns null if the call has no credentials. */
    CallProof proofOf(ServerCall call) {
        if (authenticator == null) {
            return null;
        }
        CallProof known = call.proof();
        if (known != null) {
            return known;
        }
        Optional<String> credentials = call.header(CREDENTIALS);
        if (credentials.isEmpty()) {
            return null;
        }
        CompletionStage<Identity> stage = null;
        try {
            stage = Objects.requireNonNull(
                    authenticator.authenticate(CallCredentials.parse(credentials.get(), call.peerAddress())),
                    "no CompletionStage");
        } catch (Throwable t) {
            authenticatorFailed(t);
        }
        CallProof begun = new CallProof(stage, call.timeoutNanos(), this::authenticatorFailed);
        call.setProof(begun);
        return begun;
    }

    private void authenticatorFailed(Throwable thrown) {
        Throwable cause =
                thrown instanceof CompletionException && thrown.getCause() != null ? thrown.getCause() : thrown;
        if (!(cause instanceof GeneralSecurityException) && !(cause instanceof CancellationException)) {
            failureLog.log(suppressed ->
                    LOG.error("the authenticator failed, so a call is denied{}", LogLimiter.suffix(suppressed), cause));
        }
    }

    /** Checks a call of which nothing is decoded. Returns why it must not run; null if that is not known, or if it may. */
    CallDenial checkUnread(ServerCall call, CallProof proof) {
        if (proof != null && proof.isRefused()) {
            return authorization.refuse(UNREAD, call.peerAddress());
        }
        if (!isAuthorized
                || !call.hasFrameHeader()
                || !call.frameHeader().header().isTransformed()) {
            return null;
        }
        FrameHeader header = call.frameHeader().header();
        Optional<String> name = nameIn(header.peek(PEEKED_BYTES, true));
        if (name.isEmpty()) {
            Optional<Identity> identity = call.identity();
            if (identity.isPresent()) {
                return null; // the message is restored as a whole, and checked then
            }
            name = nameIn(beginningOf(header));
            if (name.isEmpty()) {
                return authorization.deny(UNREAD, identity, HIDDEN, call.peerAddress());
            }
        }
        call.frameHeader().peeked(name.get());
        return decide(call, name.get());
    }

    private static Optional<String> nameIn(byte[] beginning) {
        long found = MessageName.find(beginning, 0, beginning.length);
        return found == MessageName.NONE
                ? Optional.empty()
                : Optional.of(new String(
                        beginning, MessageName.offset(found), MessageName.length(found), StandardCharsets.UTF_8));
    }

    private static byte[] beginningOf(FrameHeader header) {
        try {
            return header.restoreBeginning(PEEKED_BYTES);
        } catch (TransformException e) { // the call is denied
            return new byte[0];
        }
    }

    /** Checks a call whose header is decoded. Returns why it must not run; null if it may. */
    CallDenial check(ServerCall call) {
        if (!isAuthorized) {
            return null;
        }
        String name = call.header().name;
        boolean isChecked =
                call.hasFrameHeader() && name.equals(call.frameHeader().peekedName());
        return isChecked ? null : decide(call, name);
    }

    private CallDenial decide(ServerCall call, String name) {
        return authorization.decide(name, call::identity, call.peerAddress());
    }

    /** {@return the subject that the handler of a call runs as; null if its caller has none} */
    Subject subjectOf(ServerCall call) {
        return call.identity().flatMap(Identity::subject).orElse(null);
    }
}
