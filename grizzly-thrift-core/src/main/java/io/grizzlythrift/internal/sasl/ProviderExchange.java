package io.grizzlythrift.internal.sasl;

import io.grizzlythrift.security.Identity;
import io.grizzlythrift.security.SaslMechanism;
import java.security.PrivilegedActionException;
import java.security.PrivilegedExceptionAction;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import javax.security.auth.Subject;
import javax.security.auth.callback.CallbackHandler;
import javax.security.sasl.Sasl;
import javax.security.sasl.SaslException;
import javax.security.sasl.SaslServer;

/** An exchange of a mechanism that a provider of {@code javax.security.sasl} implements. */
final class ProviderExchange implements SaslExchange, SaslExchange.Protection {
    private static final String AUTH = "auth";
    private static final int DEFAULT_WRAP_BYTES = 64 * 1024;
    private static final int MIN_WRAP_BYTES = 512;

    private final SaslMechanism mechanism;
    private final SaslServer server;
    private final Optional<Subject> subject;
    private final ProviderCallbacks callbacks;

    /** Held to wrap, unwrap and dispose: a provider need not be thread-safe. */
    private final Object lock = new Object();

    private int maxWrapBytes = DEFAULT_WRAP_BYTES;

    /**
     * Creates the exchange with one client. Runs on a thread for SASL, because a provider may look up keys.
     *
     * @param properties with the quality of protection
     * @param subject has the keys of the service, if they are not in the callbacks
     */
    ProviderExchange(SaslMechanism mechanism, Map<String, ?> properties, Optional<Subject> subject)
            throws SaslException {
        this.mechanism = mechanism;
        this.subject = subject;
        callbacks = new ProviderCallbacks(mechanism);
        CallbackHandler handler = mechanism.callbackHandler().orElse(callbacks);
        server = run(() -> Sasl.createSaslServer(
                mechanism.name(), mechanism.protocol(), mechanism.serverName().orElse(null), properties, handler));
        if (server == null) {
            throw new IllegalStateException(
                    "no security provider of this JVM has a server for " + mechanism.name() + " with " + properties);
        }
    }

    private <T> T run(PrivilegedExceptionAction<T> action) throws SaslException {
        try {
            return subject.isPresent() ? Subject.doAs(subject.get(), action) : action.run();
        } catch (PrivilegedActionException e) {
            throw asSaslException(e.getException());
        } catch (Exception e) {
            throw asSaslException(e);
        }
    }

    private static SaslException asSaslException(Exception failure) {
        if (failure instanceof RuntimeException unexpected) {
            throw unexpected;
        }
        return failure instanceof SaslException known ? known : new SaslException(failure.getMessage(), failure);
    }

    @Override
    public CompletionStage<byte[]> evaluate(byte[] response) throws SaslException {
        byte[] challenge = run(() -> server.evaluateResponse(response));
        return CompletableFuture.completedFuture(challenge);
    }

    @Override
    public boolean isComplete() {
        return server.isComplete();
    }

    @Override
    public Identity identity() throws SaslException {
        String name = server.getAuthorizationID();
        if (name == null || name.isBlank()) {
            throw new SaslException("the mechanism has proved no name");
        }
        return Identity.builder(name, mechanism.name()).build();
    }

    @Override
    public Optional<String> claimedName() {
        return callbacks.claimedName();
    }

    @Override
    public Optional<Protection> protection() throws SaslException {
        Object negotiated = server.getNegotiatedProperty(Sasl.QOP);
        if (negotiated == null || AUTH.equalsIgnoreCase(negotiated.toString())) {
            return Optional.empty();
        }
        Object rawSendSize = server.getNegotiatedProperty(Sasl.RAW_SEND_SIZE);
        if (rawSendSize != null) {
            int size = Integer.parseInt(rawSendSize.toString());
            if (size > 0 && size < MIN_WRAP_BYTES) {
                throw new SaslException("the client accepts messages of " + size + " bytes, must be at least "
                        + MIN_WRAP_BYTES + " to protect them");
            }
            // some clients send no size; wrapping more at once would delay unwrapping
            maxWrapBytes = size > 0 ? Math.min(size, DEFAULT_WRAP_BYTES) : DEFAULT_WRAP_BYTES;
        }
        return Optional.of(this);
    }

    @Override
    public int maxWrapBytes() {
        return maxWrapBytes;
    }

    @Override
    public byte[] unwrap(byte[] array, int from, int length) throws SaslException {
        byte[] plain;
        synchronized (lock) {
            plain = server.unwrap(array, from, length);
        }
        // facts.md#digest-md5-of-the-jdk-drops-what-does-not-verify
        if (plain.length == 0 && length > 0 && mechanism.name().equals(SaslMechanism.DIGEST_MD5)) {
            throw new SaslException("a frame does not verify");
        }
        return plain;
    }

    @Override
    public byte[] wrap(byte[] array, int from, int length) throws SaslException {
        synchronized (lock) {
            return server.wrap(array, from, length);
        }
    }

    @Override
    public void dispose() {
        synchronized (lock) {
            try {
                server.dispose();
            } catch (SaslException | RuntimeException e) {
                // its keys are forgotten with the object
            }
        }
    }
}
