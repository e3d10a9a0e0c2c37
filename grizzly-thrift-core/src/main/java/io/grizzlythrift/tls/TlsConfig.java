package io.grizzlythrift.tls;

import io.grizzlythrift.strategy.internal.util.IpLiteral;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.util.Arrays;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.stream.Stream;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SNIHostName;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import org.jspecify.annotations.Nullable;

/**
 * The TLS options of a server or a client: its own certificate, the certificates that it trusts, and the requirements
 * for its peers. One configuration may be used by any number of servers and clients. The options are immutable; the
 * files can be reloaded, see {@link #reload()}. Thread-safe.
 *
 * <pre>{@code
 * TlsConfig server = TlsConfig.builder()
 *         .certificate(Path.of("server.pem"), Path.of("server-key.pem"))
 *         .build();
 * TlsConfig client = TlsConfig.builder()
 *         .trust(Path.of("ca.pem"))
 *         .build();
 * }</pre>
 */
public final class TlsConfig {
    private final OwnCertificate ownCertificate;
    private final TrustedCertificates trustedCertificates;

    /** Set by {@link Builder#sslContext}, or null. */
    private final @Nullable Supplier<SSLContext> readyContext;

    private final ClientCertificates clientCertificates;
    private final boolean verifyHostName;
    private final Optional<String> serverName;
    private final Set<TlsVersion> versions;
    private final List<String> cipherSuites;
    private final CertificateReloader reloader;

    /** Replaced as a whole, so each handshake sees only old certificates or only new ones. */
    private volatile SSLContext context;

    private TlsConfig(Builder builder) {
        ownCertificate = builder.ownCertificate;
        trustedCertificates = builder.trustedCertificates;
        readyContext = builder.readyContext;
        clientCertificates = builder.clientCertificates;
        verifyHostName = builder.verifyHostName;
        serverName = builder.serverName;
        versions = Collections.unmodifiableSet(EnumSet.copyOf(builder.versions));
        cipherSuites = builder.cipherSuites;
        List<Path> files = Stream.concat(ownCertificate.files().stream(), trustedCertificates.files().stream())
                .toList();
        reloader = new CertificateReloader(files, builder.reloadInterval, builder.nanoTime);
        reload();
        requireSupported(cipherSuites, context.getSupportedSSLParameters());
    }

    private static void requireSupported(List<String> cipherSuites, SSLParameters supported) {
        List<String> known = Arrays.asList(supported.getCipherSuites());
        for (String suite : cipherSuites) {
            if (!known.contains(suite)) {
                throw new IllegalArgumentException("cipherSuites has " + suite + ", must be one of " + known);
            }
        }
    }

    /** {@return a builder with the defaults: no own certificate, the JDK's trusted certificates, TLS 1.2 and 1.3} */
    public static Builder builder() {
        return new Builder();
    }

    /**
     * Reads all files again. New handshakes use the new contents; open connections are not affected. Has no effect if an
     * {@link SSLContext} was passed in.
     *
     * @throws IllegalArgumentException if a file is invalid, with its path and the reason; the old certificates then
     *     stay in use
     */
    public synchronized void reload() {
        if (readyContext != null) {
            context = Objects.requireNonNull(readyContext.get(), "sslContext");
            return;
        }
        reloader.recordFileStates();
        try {
            SSLContext loaded = SSLContext.getInstance("TLS");
            loaded.init(ownCertificate.load(), trustedCertificates.load(), null);
            context = loaded;
        } catch (GeneralSecurityException e) {
            throw new IllegalArgumentException("cannot set up TLS: " + e.getMessage(), e);
        }
    }

    /** {@return the context for a new connection, reloaded first if its files have changed} */
    SSLContext currentContext() {
        if (readyContext != null) {
            return Objects.requireNonNull(readyContext.get(), "sslContext");
        }
        reloader.reloadIfChanged(this::reload);
        return context;
    }

    /**
     * {@return whether there is a certificate to present, which a server needs; true for an {@link SSLContext} that was
     * passed in, because it cannot be queried}
     */
    public boolean hasCertificate() {
        return readyContext != null || ownCertificate != OwnCertificate.NONE;
    }

    /** {@return whether a server asks its clients for a certificate} */
    public ClientCertificates clientCertificates() {
        return clientCertificates;
    }

    /** {@return whether a client checks that the server's certificate was issued for the host that it connects to} */
    public boolean verifiesHostName() {
        return verifyHostName;
    }

    /** {@return the name that a client expects in the server's certificate; empty for the host it connects to} */
    public Optional<String> serverName() {
        return serverName;
    }

    /** {@return the enabled versions, at least one; unmodifiable} */
    public Set<TlsVersion> versions() {
        return versions;
    }

    /** {@return the enabled cipher suites, by their JDK names, best first; empty for the JDK's choice} */
    public List<String> cipherSuites() {
        return cipherSuites;
    }

    /** {@return the options, without passwords} */
    @Override
    public String toString() {
        return "TLS " + versions + ", client certificates " + clientCertificates
                + serverName.map(name -> ", server name " + name).orElse("")
                + (verifyHostName ? "" : ", host names not verified");
    }

    /** Builds a {@link TlsConfig}. Not thread-safe. */
    public static final class Builder {
        /** The shortest interval of {@link #reloadOnChange}: {@value} seconds. */
        public static final int MIN_RELOAD_SECONDS = 1;

        private static final Duration MAX_RELOAD = Duration.ofDays(1);

        private OwnCertificate ownCertificate = OwnCertificate.NONE;
        private TrustedCertificates trustedCertificates = TrustedCertificates.OF_JDK;
        private @Nullable Supplier<SSLContext> readyContext;
        private ClientCertificates clientCertificates = ClientCertificates.NONE;
        private boolean verifyHostName = true;
        private Optional<String> serverName = Optional.empty();
        private EnumSet<TlsVersion> versions = EnumSet.allOf(TlsVersion.class);
        private List<String> cipherSuites = List.of();
        private Duration reloadInterval = Duration.ZERO;
        private LongSupplier nanoTime = System::nanoTime;

        private Builder() {}

        /**
         * Loads this side's certificate from PEM files. A server needs a certificate; a client needs one if the server
         * asks for it.
         *
         * @param chain the certificate, followed by the intermediate ones
         * @param key the private key, PKCS#8, not encrypted; may be the same file
         * @return this
         */
        public Builder certificate(Path chain, Path key) {
            return certificate(chain, key, FilePassword.NONE);
        }

        /**
         * Loads this side's certificate from PEM files.
         *
         * @param chain the certificate, followed by the intermediate ones
         * @param key the private key, PKCS#8; may be the same file
         * @param password decrypts the key; copied
         * @return this
         */
        public Builder certificate(Path chain, Path key, char[] password) {
            return certificate(chain, key, new FilePassword(password));
        }

        private Builder certificate(Path chain, Path key, FilePassword password) {
            ownCertificate = new OwnCertificate.InPem(
                    Objects.requireNonNull(chain, "chain"), Objects.requireNonNull(key, "key"), password);
            return this;
        }

        /**
         * Loads this side's certificate from a key store (PKCS12 or JKS). If it holds several keys, the JDK picks one
         * that suits the peer.
         *
         * @param path the file
         * @param password the password of the store and of its keys; copied
         * @return this
         */
        public Builder keyStore(Path path, char[] password) {
            ownCertificate =
                    new OwnCertificate.InKeyStore(Objects.requireNonNull(path, "path"), new FilePassword(password));
            return this;
        }

        /**
         * Takes this side's certificate from a key manager.
         *
         * @param manager called in each handshake
         * @return this
         */
        public Builder keyManager(KeyManager manager) {
            Objects.requireNonNull(manager, "manager");
            ownCertificate = () -> new KeyManager[] {manager};
            return this;
        }

        /**
         * Trusts the certificates in a PEM file, and no others. Default: the JDK's certificate authorities.
         *
         * @param certificates a file with any number of certificates, of authorities or of the peers themselves
         * @return this
         */
        public Builder trust(Path certificates) {
            trustedCertificates = new TrustedCertificates.InPem(Objects.requireNonNull(certificates, "certificates"));
            return this;
        }

        /**
         * Trusts the certificates in a key store (PKCS12 or JKS), and no others.
         *
         * @param path the file
         * @param password the password of the store; copied
         * @return this
         */
        public Builder trustStore(Path path, char[] password) {
            trustedCertificates = new TrustedCertificates.InKeyStore(
                    Objects.requireNonNull(path, "path"), new FilePassword(password));
            return this;
        }

        /**
         * Uses an existing context instead of certificates and trust. The caller is responsible for renewing its
         * certificates.
         *
         * @param ready an initialized context
         * @return this
         */
        public Builder sslContext(SSLContext ready) {
            Objects.requireNonNull(ready, "sslContext");
            return sslContext(() -> ready);
        }

        /**
         * Uses contexts of the caller instead of certificates and trust. To renew certificates, the caller supplies a new
         * context: later handshakes use it, and none resumes a session of the previous one.
         *
         * @param current supplies an initialized context, the same one until it changes; called for each handshake, on
         *     threads that must not be blocked
         * @return this
         */
        public Builder sslContext(Supplier<SSLContext> current) {
            readyContext = Objects.requireNonNull(current, "sslContext");
            return this;
        }

        /**
         * Sets whether a server asks its clients for a certificate. Default: NONE. The other values also require
         * {@link #trust} or {@link #trustStore}.
         *
         * @param certificates NONE, WANTED or NEEDED
         * @return this
         */
        public Builder clientCertificates(ClientCertificates certificates) {
            clientCertificates = Objects.requireNonNull(certificates, "clientCertificates");
            return this;
        }

        /**
         * Sets whether a client checks that the server's certificate was issued for the host that it connects to (RFC
         * 2818). Default: true. Without this check, any holder of a trusted certificate can pose as the server.
         *
         * @param verify false disables the check
         * @return this
         */
        public Builder verifyHostName(boolean verify) {
            verifyHostName = verify;
            return this;
        }

        /**
         * Sets the name of the servers that a client connects to, if that is not the host by which it finds them: an
         * address, an alias, or a name with an underscore, which no certificate can have. The client sends this name
         * (SNI), and checks that the certificate was issued for it. Default: the host.
         *
         * @param name a host name, or an IP address, which is not sent
         * @return this
         * @throws IllegalArgumentException if the name is not valid
         */
        public Builder serverName(String name) {
            serverName = Optional.of(IpLiteral.parse(name).isPresent() ? name : hostName(name));
            return this;
        }

        private static String hostName(String name) {
            try {
                return new SNIHostName(name).getAsciiName();
            } catch (IllegalArgumentException e) {
                throw new IllegalArgumentException("serverName is '" + name + "', must be a valid host name", e);
            }
        }

        /**
         * Sets the enabled versions. Default: all.
         *
         * @param first one version
         * @param others further versions
         * @return this
         */
        public Builder versions(TlsVersion first, TlsVersion... others) {
            versions = EnumSet.of(first, others);
            return this;
        }

        /**
         * Sets the enabled cipher suites. Default: the JDK's choice.
         *
         * @param names JDK names, best first; at least one
         * @return this
         * @throws IllegalArgumentException if there are no names; {@link #build} rejects names that the JDK does not
         *     support
         */
        public Builder cipherSuites(String... names) {
            if (names.length == 0) {
                throw new IllegalArgumentException("cipherSuites is empty, must name at least one");
            }
            cipherSuites = List.of(names);
            return this;
        }

        /**
         * Reloads files that have changed. They are checked when a connection is established, at most once per
         * interval. If a file is invalid, the old certificates stay in use and a warning is logged. Default: never.
         *
         * @param interval 1 s to 1 day
         * @return this
         * @throws IllegalArgumentException if out of bounds
         */
        public Builder reloadOnChange(Duration interval) {
            Duration min = Duration.ofSeconds(MIN_RELOAD_SECONDS);
            if (interval.compareTo(min) < 0 || interval.compareTo(MAX_RELOAD) > 0) {
                throw new IllegalArgumentException(
                        "reloadOnChange is " + interval + ", must be " + min + " to " + MAX_RELOAD);
            }
            reloadInterval = interval;
            return this;
        }

        /** Sets the clock of the reload interval, for tests. */
        Builder clock(LongSupplier clock) {
            nanoTime = clock;
            return this;
        }

        /**
         * Loads all files and builds the configuration.
         *
         * @return a configuration that is not affected by later changes to this builder
         * @throws IllegalArgumentException if a file is invalid, with its path and the reason; or if the JDK does not
         *     support a cipher suite
         * @throws IllegalStateException if options contradict each other
         */
        public TlsConfig build() {
            boolean certificatesSet =
                    ownCertificate != OwnCertificate.NONE || trustedCertificates != TrustedCertificates.OF_JDK;
            if (readyContext != null && certificatesSet) {
                throw new IllegalStateException("with sslContext(), certificates and trust come from the context: "
                        + "leave out certificate(), keyStore(), keyManager(), trust() and trustStore()");
            }
            if (clientCertificates != ClientCertificates.NONE
                    && readyContext == null
                    && trustedCertificates == TrustedCertificates.OF_JDK) {
                throw new IllegalStateException("clientCertificates is " + clientCertificates
                        + ": set which certificates are trusted, with trust() or trustStore()");
            }
            return new TlsConfig(this);
        }
    }
}
