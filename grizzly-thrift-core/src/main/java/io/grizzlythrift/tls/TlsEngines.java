package io.grizzlythrift.tls;

import javax.net.ssl.SSLEngine;
import org.glassfish.grizzly.ssl.SSLEngineConfigurator;

/**
 * Gives Grizzly's filter engines that are configured already. Grizzly's own class takes protocols for cipher suites,
 * and would keep one SSLContext for good.
 */
final class TlsEngines extends SSLEngineConfigurator {
    private final TlsConfig config;

    TlsEngines(TlsConfig config) {
        this.config = config;
    }

    @Override
    public SSLEngine createSSLEngine() {
        return config.serverEngine();
    }

    @Override
    public SSLEngine createSSLEngine(String peerHost, int peerPort) {
        return config.serverEngine();
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
