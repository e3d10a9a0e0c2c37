package io.grizzlythrift.security;

import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.BiPredicate;
import javax.security.auth.Subject;
import javax.security.auth.callback.CallbackHandler;
import org.jspecify.annotations.Nullable;

/**
 * A SASL mechanism that a server offers, with what it needs to check a client. Immutable; callbacks are thread-safe and run
 * on threads of the server for SASL, where they may block.
 */
public final class SaslMechanism {
    /** The name of the mechanism of Kerberos (RFC 4752). */
    public static final String GSSAPI = "GSSAPI";

    /** The name of the mechanism of shared secrets (RFC 2831). */
    public static final String DIGEST_MD5 = "DIGEST-MD5";

    /** The name of the mechanism of passwords in plain text (RFC 4616). */
    public static final String PLAIN = "PLAIN";

    /** The name of the mechanism of client certificates (RFC 4422, appendix A). */
    public static final String EXTERNAL = "EXTERNAL";

    private static final int MAX_NAME_CHARS = 20;

    private final String name;
    private final String protocol;
    private final Optional<String> serverName;
    private final Map<String, Object> properties;
    private final @Nullable CallbackHandler callbackHandler;
    private final @Nullable PlainVerifier plainVerifier;
    private final @Nullable DigestSecrets digestSecrets;
    private final Optional<String> principal;
    private final @Nullable Path keytab;
    private final @Nullable Subject subject;
    private final BiPredicate<String, String> impersonation;

    private SaslMechanism(Parts parts) {
        name = parts.name;
        protocol = parts.protocol;
        serverName = parts.serverName;
        properties = Map.copyOf(parts.properties);
        callbackHandler = parts.callbackHandler;
        plainVerifier = parts.plainVerifier;
        digestSecrets = parts.digestSecrets;
        principal = parts.principal;
        keytab = parts.keytab;
        subject = parts.subject;
        impersonation = parts.impersonation;
    }

    /** What the factories set; fields that they leave keep their defaults. */
    private static final class Parts {
        private final String name;
        private String protocol = "";
        private Optional<String> serverName = Optional.empty();
        private Map<String, ?> properties = Map.of();
        private @Nullable CallbackHandler callbackHandler;
        private @Nullable PlainVerifier plainVerifier;
        private @Nullable DigestSecrets digestSecrets;
        private Optional<String> principal = Optional.empty();
        private @Nullable Path keytab;
        private @Nullable Subject subject;
        private BiPredicate<String, String> impersonation = (user, other) -> false;

        Parts(String name) {
            this.name = name;
        }

        private Parts(SaslMechanism from) {
            name = from.name;
            protocol = from.protocol;
            serverName = from.serverName;
            properties = from.properties;
            callbackHandler = from.callbackHandler;
            plainVerifier = from.plainVerifier;
            digestSecrets = from.digestSecrets;
            principal = from.principal;
            keytab = from.keytab;
            subject = from.subject;
            impersonation = from.impersonation;
        }
    }

    /**
     * Offers Kerberos, with the keys of a keytab. The file is read when the server starts, and again when it changes.
     *
     * @param principal of the service, as in {@code hive/node1.example.org@EXAMPLE.ORG}; the realm may be missing
     * @param keytab contains a key of the principal; readable when the server starts
     * @return the mechanism
     * @throws IllegalArgumentException if the principal has no service or no host
     */
    public static SaslMechanism gssapi(String principal, Path keytab) {
        Parts parts = kerberos(principal);
        parts.keytab = Objects.requireNonNull(keytab, "keytab");
        return new SaslMechanism(parts);
    }

    /**
     * Offers Kerberos, with the keys of a subject that a login of the application has filled.
     *
     * @param principal of the service, as in {@code hive/node1.example.org@EXAMPLE.ORG}; the realm may be missing
     * @param subject contains a keytab or a key of the principal
     * @return the mechanism
     * @throws IllegalArgumentException if the principal has no service or no host
     */
    public static SaslMechanism gssapi(String principal, Subject subject) {
        Parts parts = kerberos(principal);
        parts.subject = Objects.requireNonNull(subject, "subject");
        return new SaslMechanism(parts);
    }

    private static Parts kerberos(String principal) {
        String service = Objects.requireNonNull(principal, "principal");
        int slash = service.indexOf('/');
        int at = service.indexOf('@', slash + 1);
        String host = service.substring(slash + 1, at < 0 ? service.length() : at);
        if (slash < 1 || host.isBlank() || host.equals("_HOST")) {
            throw new IllegalArgumentException("principal is '" + service
                    + "', must be SERVICE/HOST or SERVICE/HOST@REALM, with the name of a host");
        }
        Parts parts = new Parts(GSSAPI);
        parts.protocol = service.substring(0, slash);
        parts.serverName = Optional.of(host);
        parts.principal = Optional.of(service);
        return parts;
    }

    /**
     * Offers DIGEST-MD5, such as for delegation tokens. The principal of a client is its username; see {@link #of} for another one.
     *
     * @param protocol the service in the digest-uri of clients, such as {@code hive}; not blank
     * @param serverName the host in the digest-uri of clients, and the realm; not blank
     * @param secrets finds the secret of a user
     * @return the mechanism
     * @throws IllegalArgumentException if a name is blank
     */
    public static SaslMechanism digestMd5(String protocol, String serverName, DigestSecrets secrets) {
        Parts parts = new Parts(DIGEST_MD5);
        parts.protocol = requireText(protocol, "protocol");
        parts.serverName = Optional.of(requireText(serverName, "serverName"));
        parts.digestSecrets = Objects.requireNonNull(secrets, "secrets");
        return new SaslMechanism(parts);
    }

    /**
     * Offers PLAIN. It is refused on connections without TLS, unless {@link SaslConfig.Builder#allowWithoutTls} names it.
     *
     * @param verifier checks passwords, and may do so asynchronously
     * @return the mechanism
     */
    public static SaslMechanism plain(PlainVerifier verifier) {
        Parts parts = new Parts(PLAIN);
        parts.plainVerifier = Objects.requireNonNull(verifier, "verifier");
        return new SaslMechanism(parts);
    }

    /**
     * Offers EXTERNAL: the client is who its certificate says. Without TLS and a trusted certificate it is refused.
     *
     * @return the mechanism
     */
    public static SaslMechanism external() {
        return new SaslMechanism(new Parts(EXTERNAL));
    }

    /**
     * Offers a mechanism of a provider of {@code javax.security.sasl}, with the arguments of {@link
     * javax.security.sasl.Sasl#createSaslServer}. The principal of a client is the authorization id that the provider found.
     *
     * @param name the name of the mechanism, 1 to 20 of the characters {@code A-Z 0-9 - _}
     * @param protocol the service, such as {@code hive}
     * @param serverName the fully qualified name of the host; for some mechanisms empty
     * @param properties of the mechanism; those of the quality of protection override {@link SaslConfig}
     * @param handler answers the callbacks of the mechanism, and authorizes clients
     * @return the mechanism
     * @throws IllegalArgumentException if the name is not the name of a mechanism
     */
    public static SaslMechanism of(
            String name,
            String protocol,
            Optional<String> serverName,
            Map<String, ?> properties,
            CallbackHandler handler) {
        Parts parts = new Parts(requireName(name));
        parts.protocol = Objects.requireNonNull(protocol, "protocol");
        parts.serverName = Objects.requireNonNull(serverName, "serverName");
        parts.properties = Map.copyOf(properties);
        parts.callbackHandler = Objects.requireNonNull(handler, "handler");
        return new SaslMechanism(parts);
    }

    /**
     * Lets clients act as other users. Has no effect on PLAIN and mechanisms with a handler of their own, which decide
     * themselves. Default: no client may.
     *
     * @param allowed gets the name that was proved and the name that the client wants; may block
     * @return a mechanism that differs in this
     */
    public SaslMechanism allowImpersonation(BiPredicate<String, String> allowed) {
        Parts parts = new Parts(this);
        parts.impersonation = Objects.requireNonNull(allowed, "allowed");
        return new SaslMechanism(parts);
    }

    private static String requireText(String value, String option) {
        if (Objects.requireNonNull(value, option).isBlank()) {
            throw new IllegalArgumentException(option + " must not be blank");
        }
        return value;
    }

    /** Checks the name of a mechanism by RFC 4422, section 3.1. */
    static String requireName(String name) {
        if (!Objects.requireNonNull(name, "name").matches("[A-Z0-9_-]{1," + MAX_NAME_CHARS + "}")) {
            throw new IllegalArgumentException(
                    "name is '" + name + "', must be 1 to " + MAX_NAME_CHARS + " of the characters A-Z, 0-9, - and _");
        }
        return name;
    }

    /** {@return the name of the mechanism, as clients send it} */
    public String name() {
        return name;
    }

    /** {@return the service, such as {@code hive}; empty for mechanisms that have none} */
    public String protocol() {
        return protocol;
    }

    /** {@return the host, or empty} */
    public Optional<String> serverName() {
        return serverName;
    }

    /** {@return the properties for the provider, unmodifiable} */
    public Map<String, Object> properties() {
        return properties;
    }

    /** {@return what answers the callbacks of a provider; empty unless {@link #of} made the mechanism} */
    public Optional<CallbackHandler> callbackHandler() {
        return Optional.ofNullable(callbackHandler);
    }

    /** {@return what checks the passwords of PLAIN; empty for other mechanisms} */
    public Optional<PlainVerifier> plainVerifier() {
        return Optional.ofNullable(plainVerifier);
    }

    /** {@return what finds the secrets of DIGEST-MD5; empty for other mechanisms} */
    public Optional<DigestSecrets> digestSecrets() {
        return Optional.ofNullable(digestSecrets);
    }

    /** {@return the principal of the service in Kerberos; empty for other mechanisms} */
    public Optional<String> principal() {
        return principal;
    }

    /** {@return the file with the keys of the service, or empty} */
    public Optional<Path> keytab() {
        return Optional.ofNullable(keytab);
    }

    /** {@return the subject with the keys of the service, or empty} */
    public Optional<Subject> subject() {
        return Optional.ofNullable(subject);
    }

    /** {@return decides whether a user may act as another one} */
    public BiPredicate<String, String> impersonation() {
        return impersonation;
    }

    /** {@return the name, with the principal of the service if there is one} */
    @Override
    public String toString() {
        return principal.map(service -> name + " as " + service).orElse(name);
    }
}
