package io.grizzlythrift.tls;

import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.LongSupplier;
import java.util.stream.Stream;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SNIHostName;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLParameters;

/**
 * What a server or a client needs to speak TLS: its own certificate, whom it trusts, and what it insists on. One may
 * serve any number of servers and clients. The options are immutable; the files behind them may be loaded again, see
 * {@link #reload()}. All methods may be called from any thread.
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
    private final Builder options;
    private final FileWatch watch;
    private volatile SSLContext context;

    private TlsConfig(Builder builder) {
        options = builder;
        List<Path> files = Stream.concat(options.identity.files().stream(), options.trust.files().stream())
                .toList();
        watch = new FileWatch(files, options.reloadInterval, options.nanoTime);
        reload();
        requireSupported(context.getSupportedSSLParameters());
    }

    /**
     * Starts to describe a configuration.
     *
     * @return a builder: no certificate of its own, the JDK's trusted certificates, TLS 1.2 and 1.3
     */
    public static Builder builder() {
        return new Builder();
    }

    /**
     * Loads all files again. Handshakes that begin from now on use what is in them; open connections go on. Does
     * nothing where a ready {@link SSLContext} was given.
     *
     * @throws IllegalArgumentException if a file is bad, with its path and the reason; the old certificates stay then
     */
    public synchronized void reload() {
        if (options.given != null) {
            context = options.given;
            return;
        }
        watch.note();
        try {
            SSLContext loaded = SSLContext.getInstance("TLS");
            loaded.init(options.identity.load(), options.trust.load(), null);
            context = loaded;
        } catch (GeneralSecurityException e) {
            throw new IllegalArgumentException("TLS cannot be set up: " + e.getMessage(), e);
        }
    }

    /**
     * Whether there is a certificate to show. A server needs one.
     *
     * @return true also for a ready {@link SSLContext}, which cannot be asked
     */
    public boolean hasCertificate() {
        return options.given != null || options.identity != Identity.NONE;
    }

    /**
     * What a server asks of its clients.
     *
     * @return NONE, WANTED or NEEDED
     */
    public ClientCertificates clientCertificates() {
        return options.clientCertificates;
    }

    /**
     * Whether a client checks that the server's certificate is made out to the host that was asked for.
     *
     * @return true unless switched off
     */
    public boolean verifiesHostName() {
        return options.verifyHostName;
    }

    /**
     * The versions that may be spoken.
     *
     * @return at least one
     */
    public Set<TlsVersion> versions() {
        return Set.copyOf(options.versions);
    }

    /**
     * The cipher suites that may be used.
     *
     * @return their names as the JDK spells them; empty for the JDK's choice
     */
    public List<String> cipherSuites() {
        return List.copyOf(options.cipherSuites);
    }

    /** A new engine for the server's side of a connection. */
    SSLEngine serverEngine() {
        SSLEngine engine = current().createSSLEngine();
        engine.setUseClientMode(false);
        SSLParameters parameters = parameters(engine);
        switch (options.clientCertificates) {
            case WANTED -> parameters.setWantClientAuth(true);
            case NEEDED -> parameters.setNeedClientAuth(true);
            case NONE -> parameters.setNeedClientAuth(false);
        }
        engine.setSSLParameters(parameters);
        return engine;
    }

    /** A new engine for the client's side of a connection. Sessions are resumed per host and port. */
    SSLEngine clientEngine(String host, int port) {
        SSLEngine engine = current().createSSLEngine(host, port);
        engine.setUseClientMode(true);
        SSLParameters parameters = parameters(engine);
        if (options.verifyHostName) {
            parameters.setEndpointIdentificationAlgorithm("HTTPS");
        }
        nameToSend(host).ifPresent(name -> parameters.setServerNames(List.of(name)));
        engine.setSSLParameters(parameters);
        return engine;
    }

    private SSLContext current() {
        if (watch.isDue()) {
            watch.reload(this::reload);
        }
        return context;
    }

    private SSLParameters parameters(SSLEngine engine) {
        SSLParameters parameters = engine.getSSLParameters();
        parameters.setProtocols(
                options.versions.stream().map(TlsVersion::jdkName).toArray(String[]::new));
        if (!options.cipherSuites.isEmpty()) {
            parameters.setCipherSuites(options.cipherSuites.toArray(String[]::new));
        }
        return parameters;
    }

    /** The name for SNI, which knows no addresses (RFC 6066, section 3) and no names that are not of the DNS. */
    private static Optional<SNIHostName> nameToSend(String host) {
        boolean address = host.indexOf(':') >= 0 || host.chars().allMatch(c -> c == '.' || (c >= '0' && c <= '9'));
        if (address) {
            return Optional.empty();
        }
        try {
            return Optional.of(new SNIHostName(host));
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    private void requireSupported(SSLParameters supported) {
        List<String> known = Arrays.asList(supported.getCipherSuites());
        for (String suite : options.cipherSuites) {
            if (!known.contains(suite)) {
                throw new IllegalArgumentException("cipherSuites has " + suite + ", must be one of " + known);
            }
        }
    }

    /** Tells what is set, and no password. */
    @Override
    public String toString() {
        return "TLS " + options.versions + ", client certificates " + options.clientCertificates
                + (options.verifyHostName ? "" : ", host names not verified");
    }

    /** Describes a {@link TlsConfig}. Not for use by two threads at a time. */
    public static final class Builder {
        /** The shortest interval of {@link #reloadOnChange}: {@value} seconds. */
        public static final int MIN_RELOAD_SECONDS = 1;

        private static final Duration MAX_RELOAD = Duration.ofDays(1);

        private Identity identity = Identity.NONE;
        private Trust trust = Trust.DEFAULT;
        private SSLContext given;
        private ClientCertificates clientCertificates = ClientCertificates.NONE;
        private boolean verifyHostName = true;
        private EnumSet<TlsVersion> versions = EnumSet.allOf(TlsVersion.class);
        private List<String> cipherSuites = List.of();
        private Duration reloadInterval = Duration.ZERO;
        private LongSupplier nanoTime = System::nanoTime;

        private Builder() {}

        private Builder(Builder other) {
            identity = other.identity;
            trust = other.trust;
            given = other.given;
            clientCertificates = other.clientCertificates;
            verifyHostName = other.verifyHostName;
            versions = EnumSet.copyOf(other.versions);
            cipherSuites = other.cipherSuites;
            reloadInterval = other.reloadInterval;
            nanoTime = other.nanoTime;
        }

        /**
         * The own certificate, from PEM files. A server needs one; a client, if the server asks.
         *
         * @param chain the certificate, followed by those between it and the authority
         * @param key the private key, PKCS#8, not encrypted; may be the same file
         * @return this
         */
        public Builder certificate(Path chain, Path key) {
            return pem(chain, key, Password.NONE);
        }

        /**
         * The own certificate, from PEM files.
         *
         * @param chain the certificate, followed by those between it and the authority
         * @param key the private key, PKCS#8; may be the same file
         * @param password decrypts the key
         * @return this
         */
        public Builder certificate(Path chain, Path key, char[] password) {
            return pem(chain, key, new Password(password));
        }

        private Builder pem(Path chain, Path key, Password password) {
            identity = new Identity.Pem(
                    Objects.requireNonNull(chain, "chain"), Objects.requireNonNull(key, "key"), password);
            return this;
        }

        /**
         * The own certificate, from a key store (PKCS12 or JKS). Of several keys the JDK takes one that suits.
         *
         * @param path the file
         * @param password of the store and of its keys
         * @return this
         */
        public Builder keyStore(Path path, char[] password) {
            identity = new Identity.Store(Objects.requireNonNull(path, "path"), new Password(password));
            return this;
        }

        /**
         * The own certificate, from a ready key manager.
         *
         * @param manager asked at each handshake
         * @return this
         */
        public Builder keyManager(KeyManager manager) {
            Objects.requireNonNull(manager, "manager");
            identity = () -> new KeyManager[] {manager};
            return this;
        }

        /**
         * Whose certificates are trusted, from a PEM file; nobody else's then. Default: the JDK's authorities.
         *
         * @param certificates any number of them: of authorities, or of peers themselves
         * @return this
         */
        public Builder trust(Path certificates) {
            trust = new Trust.Pem(Objects.requireNonNull(certificates, "certificates"));
            return this;
        }

        /**
         * Whose certificates are trusted, from a key store (PKCS12 or JKS); nobody else's then.
         *
         * @param path the file
         * @param password of the store
         * @return this
         */
        public Builder trustStore(Path path, char[] password) {
            trust = new Trust.Store(Objects.requireNonNull(path, "path"), new Password(password));
            return this;
        }

        /**
         * A ready context, in place of certificates and trust. Whoever made it renews its certificates.
         *
         * @param ready initialised
         * @return this
         */
        public Builder sslContext(SSLContext ready) {
            given = Objects.requireNonNull(ready, "sslContext");
            return this;
        }

        /**
         * What a server asks of its clients. Default: NONE. For the others it must be said who is trusted:
         * {@link #trust}.
         *
         * @param certificates NONE, WANTED or NEEDED
         * @return this
         */
        public Builder clientCertificates(ClientCertificates certificates) {
            clientCertificates = Objects.requireNonNull(certificates, "clientCertificates");
            return this;
        }

        /**
         * Whether a client checks that the server's certificate is made out to the host that was asked for (RFC 2818).
         * Default: true. Without it, whoever has any trusted certificate can pose as the server.
         *
         * @param verify false switches it off
         * @return this
         */
        public Builder verifyHostName(boolean verify) {
            verifyHostName = verify;
            return this;
        }

        /**
         * Which versions may be spoken. Default: all.
         *
         * @param first one of them
         * @param others more of them
         * @return this
         */
        public Builder versions(TlsVersion first, TlsVersion... others) {
            versions = EnumSet.of(first, others);
            return this;
        }

        /**
         * Which cipher suites may be used. Default: the JDK's choice.
         *
         * @param names as the JDK spells them, best first; at least one
         * @return this
         * @throws IllegalArgumentException if there is none; {@link #build} refuses what the JDK does not know
         */
        public Builder cipherSuites(String... names) {
            if (names.length == 0) {
                throw new IllegalArgumentException("cipherSuites is empty, must name at least one");
            }
            cipherSuites = List.of(names);
            return this;
        }

        /**
         * Looks whether the files have changed, and loads them again then. This is done when a connection begins, at
         * most once per interval. If a file is bad, the old certificates stay, and a line is logged. Default: never.
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

        Builder clock(LongSupplier clock) {
            nanoTime = clock;
            return this;
        }

        /**
         * Loads all files, and makes the configuration.
         *
         * @return immutable options
         * @throws IllegalArgumentException if a file is bad, with its path and the reason; or if a cipher suite is
         *     unknown
         * @throws IllegalStateException if options contradict each other
         */
        public TlsConfig build() {
            if (given != null && (identity != Identity.NONE || trust != Trust.DEFAULT)) {
                throw new IllegalStateException("with sslContext(), certificates and trust come from the context: "
                        + "leave out certificate(), keyStore(), keyManager(), trust() and trustStore()");
            }
            if (clientCertificates != ClientCertificates.NONE && given == null && trust == Trust.DEFAULT) {
                throw new IllegalStateException("clientCertificates is " + clientCertificates
                        + ": say whose are trusted, with trust() or trustStore()");
            }
            return new TlsConfig(new Builder(this));
        }
    }
}
