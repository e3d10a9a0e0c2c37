package io.grizzlythrift.server;

import java.net.SocketAddress;
import java.security.cert.Certificate;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLPeerUnverifiedException;
import javax.net.ssl.SSLSession;
import org.glassfish.grizzly.Connection;
import org.glassfish.grizzly.ssl.SSLUtils;

/**
 * Where the running call came from. A handler asks for it on the thread that it was called on:
 *
 * <pre>{@code
 * List<X509Certificate> who = CallContext.current().orElseThrow().peerCertificates();
 * }</pre>
 *
 * <p>It may be kept and handed to other threads, also after the call.
 */
public final class CallContext {
    private final Connection<?> connection;
    private final Optional<SSLEngine> engine;

    private CallContext(Connection<?> connection) {
        this.connection = connection;
        engine = Optional.ofNullable(SSLUtils.getSSLEngine(connection));
    }

    /**
     * The context of the call that runs on this thread.
     *
     * @return empty outside of a call
     */
    public static Optional<CallContext> current() {
        return RunningCall.ofThisThread().connection().map(CallContext::new);
    }

    /**
     * The peer's address.
     *
     * @return as it was when the connection was made
     */
    public SocketAddress peerAddress() {
        return (SocketAddress) connection.getPeerAddress();
    }

    /**
     * The TLS session of the connection: version, cipher suite, and who the peer is.
     *
     * @return empty on a plain connection
     */
    public Optional<SSLSession> tlsPeer() {
        return engine.map(SSLEngine::getSession);
    }

    /**
     * The certificates that the peer showed, and that were found to be trusted.
     *
     * @return its own first; none if it showed none, or on a plain connection
     */
    public List<X509Certificate> peerCertificates() {
        if (engine.isEmpty()) {
            return List.of();
        }
        List<X509Certificate> found = new ArrayList<>();
        try {
            for (Certificate certificate : engine.get().getSession().getPeerCertificates()) {
                found.add((X509Certificate) certificate);
            }
        } catch (SSLPeerUnverifiedException e) {
            return List.of();
        }
        return List.copyOf(found);
    }
}
