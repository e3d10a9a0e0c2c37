package io.grizzlythrift.tls;

import java.nio.file.Path;
import java.security.cert.X509Certificate;
import java.time.Instant;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Logs a warning for an expired certificate. Loading it is not an error: peers reject it in the handshake, and it can
 * be replaced without a restart.
 */
final class ExpiryWarning {
    private static final Logger LOG = LoggerFactory.getLogger(TlsConfig.class);

    private ExpiryWarning() {}

    static void logIfExpired(X509Certificate certificate, Path path) {
        Instant end = certificate.getNotAfter().toInstant();
        if (end.isBefore(Instant.now())) {
            LOG.warn("{}: the certificate of {} expired at {}", path, certificate.getSubjectX500Principal(), end);
        }
    }
}
