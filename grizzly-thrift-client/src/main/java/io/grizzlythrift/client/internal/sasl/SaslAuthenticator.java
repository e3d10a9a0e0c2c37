package io.grizzlythrift.client.internal.sasl;

import io.grizzlythrift.client.security.SaslCredentials;
import io.grizzlythrift.security.QualityOfProtection;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;
import javax.security.sasl.Sasl;
import javax.security.sasl.SaslClient;
import javax.security.sasl.SaslException;

/** The credentials of one client, and which servers have refused them. Thread-safe. */
public final class SaslAuthenticator {
    private final SaslCredentials credentials;
    private final Login.Source source;
    private final SaslThreads threads;
    private final Refusals refusals;
    private final Map<String, String> properties = new HashMap<>();

    /**
     * Creates the authenticator of one client.
     *
     * @param client the name of the client, for the log
     * @param clock returns nanoseconds
     */
    public SaslAuthenticator(String client, SaslCredentials credentials, SaslThreads threads, LongSupplier clock) {
        this(credentials, sourceOf(client, credentials, threads), threads, clock);
    }

    SaslAuthenticator(SaslCredentials credentials, Login.Source source, SaslThreads threads, LongSupplier clock) {
        this.credentials = credentials;
        this.source = source;
        this.threads = threads;
        refusals = new Refusals(clock);
        properties.put(
                Sasl.QOP,
                credentials.qualitiesOfProtection().stream()
                        .map(QualityOfProtection::saslName)
                        .collect(Collectors.joining(",")));
        if (credentials.mechanism().equals(SaslCredentials.GSSAPI)) {
            properties.put(Sasl.SERVER_AUTH, "true");
        }
    }

    private static Login.Source sourceOf(String client, SaslCredentials credentials, SaslThreads threads) {
        if (credentials.mechanism().equals(SaslCredentials.GSSAPI)
                && credentials.callbacks().isEmpty()) {
            return new KerberosSource(client, credentials, threads);
        }
        return credentials.secret().isPresent() ? new SecretSource(credentials) : new CallbackSource(credentials);
    }

    String mechanism() {
        return credentials.mechanism();
    }

    SaslThreads threads() {
        return threads;
    }

    /** {@return whether the last attempt at a server was refused, so that the next one must ask {@link #reasonToWait}} */
    public boolean isRefused(String server) {
        return refusals.isRefused(server);
    }

    /**
     * Returns why a server must not be tried now: it refused the same credentials a short time ago. Obtains the credentials, so it
     * may block.
     */
    public Optional<SaslFailure> reasonToWait(String server) {
        Login login;
        try {
            login = source.current();
        } catch (Exception e) {
            return Optional.of(noCredentials(e));
        }
        try {
            return refusals.reasonToWait(server, login.fingerprint());
        } finally {
            login.erase();
        }
    }

    /** Returns what a connection authenticates with. May block. */
    Login login() throws SaslFailure {
        try {
            return source.current();
        } catch (Exception e) {
            throw noCredentials(e);
        }
    }

    private SaslFailure noCredentials(Exception cause) {
        String who = credentials.user().map(user -> " as " + user).orElse("");
        return new SaslFailure("SASL " + mechanism() + who + ": no credentials: " + cause.getMessage(), cause);
    }

    void refused(String server, Login login, SaslFailure why) {
        refusals.refused(server, login.fingerprint(), why);
    }

    void accepted(String server) {
        refusals.accepted(server);
    }

    /** Creates the client's side of a negotiation. May block. */
    SaslClient newClient(Login login, String host) throws Exception {
        String[] mechanisms = {mechanism()};
        SaslClient client = login.run(() -> Sasl.createSaslClient(
                mechanisms,
                credentials.authorizationId().orElse(null),
                credentials.service(),
                credentials.serverName().orElse(host),
                properties,
                login.callbacks()));
        if (client == null) {
            throw new SaslException("no provider of the mechanism is installed");
        }
        return client;
    }

    /** Checks that the negotiation has led to a quality of protection that the client accepts. */
    void requireAccepted(SaslClient client) throws SaslException {
        Object negotiated = client.getNegotiatedProperty(Sasl.QOP);
        String qop = negotiated == null ? QualityOfProtection.AUTH.saslName() : negotiated.toString();
        if (credentials.qualitiesOfProtection().stream()
                .noneMatch(accepted -> accepted.saslName().equals(qop))) {
            throw new SaslException(
                    "the quality of protection is " + qop + ", accepted are " + credentials.qualitiesOfProtection());
        }
    }

    /** Stops renewing tickets. */
    public void close() {
        source.close();
    }
}
