package io.grizzlythrift.tls;

import io.grizzlythrift.strategy.internal.util.IpLiteral;
import java.util.List;
import java.util.Optional;
import javax.net.ssl.SNIHostName;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLParameters;
import org.glassfish.grizzly.ssl.SSLEngineConfigurator;

/**
 * Creates the engine of each connection and applies all options to it, so that there is nothing left to configure for
 * Grizzly's filter. Grizzly's own class mistakes protocols for cipher suites, and keeps its first SSLContext, which
 * would prevent the reload of certificates.
 */
final class TlsEngineFactory extends SSLEngineConfigurator {
    private final TlsConfig config;

    TlsEngineFactory(TlsConfig config) {
        this.config = config;
    }

    /** {@return a new engine for the server's side of a connection} */
    SSLEngine createServerEngine() {
        SSLEngine engine = config.currentContext().createSSLEngine();
        engine.setUseClientMode(false);
        SSLParameters parameters = parameters(engine);
        switch (config.clientCertificates()) {
            case WANTED -> parameters.setWantClientAuth(true);
            case NEEDED -> parameters.setNeedClientAuth(true);
            case NONE -> parameters.setNeedClientAuth(false);
        }
        engine.setSSLParameters(parameters);
        return engine;
    }

    /** {@return a new engine for the client's side of a connection; sessions are resumed per host and port} */
    SSLEngine createClientEngine(String connected, int port) {
        String host = config.serverName().orElse(connected);
        SSLEngine engine = config.currentContext().createSSLEngine(host, port);
        engine.setUseClientMode(true);
        SSLParameters parameters = parameters(engine);
        if (config.verifiesHostName()) {
            parameters.setEndpointIdentificationAlgorithm("HTTPS");
        }
        serverName(host).ifPresent(name -> parameters.setServerNames(List.of(name)));
        engine.setSSLParameters(parameters);
        return engine;
    }

    private SSLParameters parameters(SSLEngine engine) {
        SSLParameters parameters = engine.getSSLParameters();
        parameters.setProtocols(
                config.versions().stream().map(TlsVersion::jdkName).toArray(String[]::new));
        if (!config.cipherSuites().isEmpty()) {
            parameters.setCipherSuites(config.cipherSuites().toArray(String[]::new));
        }
        return parameters;
    }

    /**
     * Returns the name for SNI, which allows neither IP addresses (RFC 6066, section 3) nor names that are invalid in
     * DNS.
     */
    private static Optional<SNIHostName> serverName(String host) {
        if (IpLiteral.parse(host).isPresent()) {
            return Optional.empty();
        }
        try {
            // facts.md#snihostname-refuses-underscores
            return Optional.of(new SNIHostName(host));
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    /** Called by Grizzly when a server reads the first bytes of a handshake. */
    @Override
    public SSLEngine createSSLEngine() {
        return createServerEngine();
    }

    @Override
    public SSLEngine createSSLEngine(String peerHost, int peerPort) {
        return createServerEngine();
    }

    @Override
    public SSLEngine configure(SSLEngine engine) {
        return engine;
    }

    @Override
    public SSLEngineConfigurator copy() {
        return this;
    }
}
