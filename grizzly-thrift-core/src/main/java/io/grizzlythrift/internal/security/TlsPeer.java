package io.grizzlythrift.internal.security;

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

/** What TLS tells about the peer of a connection. */
public final class TlsPeer {
    private TlsPeer() {}

    /** {@return the session, empty on a plain connection} */
    public static Optional<SSLSession> sessionOf(Connection<?> connection) {
        return Optional.ofNullable(SSLUtils.getSSLEngine(connection)).map(SSLEngine::getSession);
    }

    /** {@return the verified certificates, the peer's own one first; empty if it presented none} */
    public static List<X509Certificate> certificatesOf(Connection<?> connection) {
        Optional<SSLSession> session = sessionOf(connection);
        if (session.isEmpty()) {
            return List.of();
        }
        List<X509Certificate> found = new ArrayList<>();
        try {
            for (Certificate certificate : session.get().getPeerCertificates()) {
                found.add((X509Certificate) certificate);
            }
        } catch (SSLPeerUnverifiedException e) {
            return List.of();
        }
        return List.copyOf(found);
    }
}
