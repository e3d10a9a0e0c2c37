package io.grizzlythrift.internal.security;

import io.grizzlythrift.internal.message.LogSanitizer;
import java.net.SocketAddress;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Logs each decision about a caller, to a logger of its own. Thread-safe. */
final class AuditLog {
    private static final Logger LOG = LoggerFactory.getLogger("io.grizzlythrift.audit");

    private AuditLog() {}

    /**
     * Logs that a call may run.
     *
     * @param caller printable
     */
    static void allowed(String method, String caller, SocketAddress peer) {
        LOG.info("allowed {} to {} of {}", word(method), caller, peer);
    }

    /**
     * Logs that a call must not run.
     *
     * @param caller printable
     */
    static void denied(String method, String caller, SocketAddress peer, String reason) {
        LOG.info("denied {} to {} of {}: {}", word(method), caller, peer, LogSanitizer.printable(reason));
    }

    /** Returns a name that a peer has chosen as one word, so that it cannot pretend to be the rest of the line. */
    private static String word(String method) {
        return LogSanitizer.printable(method).replace(' ', '?');
    }
}
