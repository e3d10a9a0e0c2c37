package io.grizzlythrift.client.security;

import io.grizzlythrift.security.QualityOfProtection;
import io.grizzlythrift.security.SaslMechanism;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Supplier;
import javax.security.auth.Subject;
import javax.security.auth.callback.CallbackHandler;

/**
 * How a client authenticates its connections by SASL. Servers see the same negotiation as from libthrift's {@code
 * TSaslClientTransport}. Immutable; may be shared by any number of clients.
 *
 * <pre>{@code
 * SaslCredentials kerberos = SaslCredentials.kerberosKeytab("etl@EXAMPLE.COM", Path.of("/etc/etl.keytab"))
 *         .service("hive")
 *         .qualityOfProtection(QualityOfProtection.AUTH_CONF)
 *         .build();
 * SaslCredentials token = SaslCredentials.digestMd5(tokenId, tokens::secret).serverName("default").build();
 * }</pre>
 *
 * <p>Suppliers and callback handlers run on threads of the client that do nothing else, up to 8, so they may block. A
 * connection for which they take too long fails.
 */
public final class SaslCredentials {
    /** The mechanism of Kerberos: {@value}. */
    public static final String GSSAPI = SaslMechanism.GSSAPI;

    /** The mechanism of a user and a secret that is never sent: {@value}. */
    public static final String DIGEST_MD5 = SaslMechanism.DIGEST_MD5;

    /** The mechanism of a user and a password: {@value}. */
    public static final String PLAIN = SaslMechanism.PLAIN;

    /** The mechanism of a proof outside of SASL, such as the certificate of the client: {@value}. */
    public static final String EXTERNAL = SaslMechanism.EXTERNAL;

    private final String mechanism;
    private final Optional<String> user;
    private final Optional<Supplier<char[]>> secret;
    private final Optional<CallbackHandler> callbacks;
    private final Optional<Path> keytab;
    private final Optional<Path> ticketCache;
    private final Optional<Subject> subject;
    private final Optional<String> realm;
    private final Optional<String> authorizationId;
    private final String service;
    private final Optional<String> serverName;
    private final List<QualityOfProtection> qualitiesOfProtection;
    private final boolean allowedWithoutTls;

    private SaslCredentials(Builder builder) {
        mechanism = builder.mechanism;
        user = builder.user;
        secret = builder.secret;
        callbacks = builder.callbacks;
        keytab = builder.keytab;
        ticketCache = builder.ticketCache;
        subject = builder.subject;
        realm = builder.realm;
        authorizationId = builder.authorizationId;
        service = builder.service;
        serverName = builder.serverName;
        qualitiesOfProtection = builder.qualityOfProtection;
        allowedWithoutTls = builder.allowedWithoutTls;
    }

    /**
     * Authenticates by Kerberos with the key of a principal. The client asks for a ticket when it first connects, and for the
     * next one once four fifths of the life of a ticket have passed, on a thread of its own.
     *
     * @param principal such as {@code etl@EXAMPLE.COM}; not blank
     * @param keytab the file with its key; read at each login
     * @return a builder
     * @throws IllegalArgumentException if the principal is blank
     */
    public static Builder kerberosKeytab(String principal, Path keytab) {
        Builder builder = new Builder(GSSAPI);
        builder.user = Optional.of(requireNotBlank("principal", principal));
        builder.keytab = Optional.of(Objects.requireNonNull(keytab, "keytab"));
        return builder;
    }

    /**
     * Authenticates by Kerberos with the ticket in the default cache of the user that runs the process, which {@code kinit}
     * fills. Once four fifths of the life of the ticket have passed, the client renews it if the ticket allows that, and
     * otherwise reads the cache again.
     *
     * @return a builder
     */
    public static Builder kerberosTicketCache() {
        return new Builder(GSSAPI);
    }

    /**
     * Authenticates by Kerberos with the ticket in a cache, as {@link #kerberosTicketCache()} does.
     *
     * @param cache the file of the cache
     * @return a builder
     */
    public static Builder kerberosTicketCache(Path cache) {
        Builder builder = new Builder(GSSAPI);
        builder.ticketCache = Optional.of(Objects.requireNonNull(cache, "cache"));
        return builder;
    }

    /**
     * Authenticates by Kerberos with the ticket of a subject, whose owner renews it.
     *
     * @param subject its private credentials include a ticket-granting ticket whenever the client connects
     * @return a builder
     */
    public static Builder kerberosSubject(Subject subject) {
        Builder builder = new Builder(GSSAPI);
        builder.subject = Optional.of(Objects.requireNonNull(subject, "subject"));
        return builder;
    }

    /**
     * Authenticates by DIGEST-MD5, which Hadoop's delegation tokens use. The secret is never sent.
     *
     * @param user the name of the user, or the id of the token; not blank
     * @param secret called for each connection; the client does not change the array
     * @return a builder
     * @throws IllegalArgumentException if the user is blank
     */
    public static Builder digestMd5(String user, Supplier<char[]> secret) {
        return ofUser(DIGEST_MD5, user, secret);
    }

    /**
     * Authenticates by PLAIN, which sends the password as it is: {@link
     * io.grizzlythrift.client.ThriftClientBuilder#build} requires TLS, unless {@link
     * Builder#allowPlainWithoutTls()} is set.
     *
     * @param user the name of the user, not blank
     * @param password called for each connection; the client does not change the array
     * @return a builder
     * @throws IllegalArgumentException if the user is blank
     */
    public static Builder plain(String user, Supplier<char[]> password) {
        return ofUser(PLAIN, user, password);
    }

    private static Builder ofUser(String mechanism, String user, Supplier<char[]> secret) {
        Builder builder = new Builder(mechanism);
        builder.user = Optional.of(requireNotBlank("user", user));
        builder.secret = Optional.of(Objects.requireNonNull(secret, "secret"));
        return builder;
    }

    /**
     * Authenticates by EXTERNAL: the server knows the client from elsewhere, such as from its certificate.
     *
     * @return a builder
     */
    public static Builder external() {
        return new Builder(EXTERNAL);
    }

    /**
     * Authenticates by any other mechanism for which a {@link javax.security.sasl.SaslClientFactory} is installed.
     *
     * @param mechanism the name of the mechanism: 1 to 20 upper-case letters, digits, hyphens and underscores
     * @param callbacks gets the callbacks of the mechanism
     * @return a builder
     * @throws IllegalArgumentException if the name is not that of a mechanism
     */
    public static Builder mechanism(String mechanism, CallbackHandler callbacks) {
        if (!Objects.requireNonNull(mechanism, "mechanism").matches("[A-Z0-9_-]{1,20}")) {
            throw new IllegalArgumentException("mechanism is '" + mechanism
                    + "', must be 1 to 20 upper-case letters, digits, hyphens and underscores");
        }
        Builder builder = new Builder(mechanism);
        builder.callbacks = Optional.of(Objects.requireNonNull(callbacks, "callbacks"));
        return builder;
    }

    private static String requireNotBlank(String name, String value) {
        if (Objects.requireNonNull(value, name).isBlank()) {
            throw new IllegalArgumentException(name + " is blank");
        }
        return value;
    }

    /** {@return the name of the mechanism} */
    public String mechanism() {
        return mechanism;
    }

    /** {@return the user or the principal; empty if a ticket, a certificate or a callback names it} */
    public Optional<String> user() {
        return user;
    }

    /** {@return the supplier of the password or secret; empty if the mechanism has none} */
    public Optional<Supplier<char[]>> secret() {
        return secret;
    }

    /** {@return what gets the callbacks of a mechanism that this class does not know} */
    public Optional<CallbackHandler> callbacks() {
        return callbacks;
    }

    /** {@return the file with the key of the principal} */
    public Optional<Path> keytab() {
        return keytab;
    }

    /** {@return the file of the ticket cache; empty for the default one, or if a keytab or a subject is used} */
    public Optional<Path> ticketCache() {
        return ticketCache;
    }

    /** {@return the subject with the ticket} */
    public Optional<Subject> subject() {
        return subject;
    }

    /** {@return the realm of DIGEST-MD5; empty for the one that the server proposes} */
    public Optional<String> realm() {
        return realm;
    }

    /** {@return the user that the client acts for; empty for the one that it authenticates as} */
    public Optional<String> authorizationId() {
        return authorizationId;
    }

    /** {@return the name of the service, the first part of the principal of the server} */
    public String service() {
        return service;
    }

    /** {@return the host in the principal of the server; empty for the host that the client connects to} */
    public Optional<String> serverName() {
        return serverName;
    }

    /** {@return what the client accepts, the preferred one first; unmodifiable} */
    public List<QualityOfProtection> qualitiesOfProtection() {
        return qualitiesOfProtection;
    }

    /** {@return whether the client may authenticate on a connection without TLS} */
    public boolean isAllowedWithoutTls() {
        return allowedWithoutTls || !mechanism.equals(PLAIN);
    }

    /** {@return the mechanism and all options, without secrets} */
    @Override
    public String toString() {
        return "SaslCredentials[" + mechanism
                + user.map(name -> ", user=" + name).orElse("")
                + keytab.map(file -> ", keytab=" + file).orElse("")
                + ticketCache.map(file -> ", ticketCache=" + file).orElse("")
                + realm.map(name -> ", realm=" + name).orElse("")
                + authorizationId.map(name -> ", authorizationId=" + name).orElse("")
                + ", service=" + service
                + serverName.map(name -> ", serverName=" + name).orElse("")
                + ", qualityOfProtection=" + qualitiesOfProtection + "]";
    }

    /** Builds {@link SaslCredentials}. Each option is checked when it is set. Not thread-safe. */
    public static final class Builder {
        private final String mechanism;
        private Optional<String> user = Optional.empty();
        private Optional<Supplier<char[]>> secret = Optional.empty();
        private Optional<CallbackHandler> callbacks = Optional.empty();
        private Optional<Path> keytab = Optional.empty();
        private Optional<Path> ticketCache = Optional.empty();
        private Optional<Subject> subject = Optional.empty();
        private Optional<String> realm = Optional.empty();
        private Optional<String> authorizationId = Optional.empty();
        private String service = "thrift";
        private Optional<String> serverName = Optional.empty();
        private List<QualityOfProtection> qualityOfProtection = List.of(QualityOfProtection.AUTH);
        private boolean allowedWithoutTls;

        private Builder(String mechanism) {
            this.mechanism = mechanism;
        }

        /**
         * Sets the name of the service. With Kerberos, it is the first part of the principal of the server, as {@code hive} in
         * {@code hive/node1.example.com}; with DIGEST-MD5, it must be the protocol that the server was set up with. Default:
         * {@code thrift}.
         *
         * @param name not blank
         * @return this
         * @throws IllegalArgumentException if the name is blank
         */
        public Builder service(String name) {
            service = requireNotBlank("service", name);
            return this;
        }

        /**
         * Sets the host in the principal of the server; with DIGEST-MD5, the server name that the server was set up with.
         * Default: the host of the endpoint, as it was configured or as the resolver returned it.
         *
         * @param host not blank
         * @return this
         * @throws IllegalArgumentException if the host is blank
         */
        public Builder serverName(String host) {
            serverName = Optional.of(requireNotBlank("serverName", host));
            return this;
        }

        /**
         * Sets the realm of DIGEST-MD5. Default: the first one that the server proposes.
         *
         * @param name not blank
         * @return this
         * @throws IllegalArgumentException if the name is blank, or the mechanism has no realm
         */
        public Builder realm(String name) {
            if (!mechanism.equals(DIGEST_MD5)) {
                throw new IllegalArgumentException("realm is for " + DIGEST_MD5 + ", but mechanism is " + mechanism);
            }
            realm = Optional.of(requireNotBlank("realm", name));
            return this;
        }

        /**
         * Sets the user that the client acts for, if the server allows that. Default: the one that it authenticates as.
         *
         * @param name not blank
         * @return this
         * @throws IllegalArgumentException if the name is blank
         */
        public Builder authorizationId(String name) {
            authorizationId = Optional.of(requireNotBlank("authorizationId", name));
            return this;
        }

        /**
         * Sets what the client accepts. The server chooses among these; most servers take the first one that they offer
         * themselves. Default: {@link QualityOfProtection#AUTH} alone.
         *
         * <p>With integrity or confidentiality, a call that is larger than the server accepts in one piece, usually 64 KiB, is
         * sent in several. {@code TSaslNonblockingServer} cannot read such a call: raise {@code
         * javax.security.sasl.maxbuffer} among its properties.
         *
         * @param preferred the preferred one
         * @param others further ones, in order
         * @return this
         * @throws IllegalArgumentException if one is named twice; or if AUTH is missing and the mechanism, {@code PLAIN} or
         *     {@code EXTERNAL}, has no other
         */
        public Builder qualityOfProtection(QualityOfProtection preferred, QualityOfProtection... others) {
            List<QualityOfProtection> all = new ArrayList<>();
            all.add(Objects.requireNonNull(preferred, "preferred"));
            for (QualityOfProtection other : others) {
                if (all.contains(Objects.requireNonNull(other, "others"))) {
                    throw new IllegalArgumentException("qualityOfProtection has " + other + " twice");
                }
                all.add(other);
            }
            boolean onlyAuth = mechanism.equals(PLAIN) || mechanism.equals(EXTERNAL);
            if (onlyAuth && !all.contains(QualityOfProtection.AUTH)) {
                throw new IllegalArgumentException("qualityOfProtection is " + all + ", must have AUTH: " + mechanism
                        + " has no other; TLS protects its connections");
            }
            qualityOfProtection = List.copyOf(all);
            return this;
        }

        /**
         * Allows PLAIN on connections without TLS, where anyone on the way can read the password. Has no effect on other
         * mechanisms. Default: not allowed.
         *
         * @return this
         */
        public Builder allowPlainWithoutTls() {
            allowedWithoutTls = true;
            return this;
        }

        /** {@return the credentials} */
        public SaslCredentials build() {
            return new SaslCredentials(this);
        }
    }
}
