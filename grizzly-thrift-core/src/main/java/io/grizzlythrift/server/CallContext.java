package io.grizzlythrift.server;

import java.net.SocketAddress;
import java.security.cert.Certificate;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLPeerUnverifiedException;
import javax.net.ssl.SSLSession;
import org.glassfish.grizzly.Connection;
import org.glassfish.grizzly.attributes.AttributeHolder;
import org.glassfish.grizzly.ssl.SSLUtils;

/**
 * What is known of a call while it runs, and where it came from. A handler asks for it on the thread that it was called
 * on:
 *
 * <pre>{@code
 * CallContext call = CallContext.current().orElseThrow();
 * List<X509Certificate> who = call.peerCertificates();
 * Duration left = call.remaining();
 * }</pre>
 *
 * <p>Immutable. It may be kept and handed to other threads, also after the call.
 */
public final class CallContext {
    private final Connection<?> connection;
    private final String name;
    private final int messageBytes;
    private final long arrival;
    private final long deadline;

    /**
     * @param name as in the header, the service in front if there is one
     * @param arrival when the call was read, as {@link System#nanoTime()}
     */
    CallContext(Connection<?> connection, String name, int messageBytes, long arrival, long timeoutNanos) {
        this.connection = connection;
        this.name = name;
        this.messageBytes = messageBytes;
        this.arrival = arrival;
        deadline = arrival + timeoutNanos;
    }

    /**
     * The context of the call that runs on this thread.
     *
     * @return empty outside of a call, and once the handler has returned
     */
    public static Optional<CallContext> current() {
        return RunningCall.contextOfThisThread();
    }

    /**
     * The name of the method, as the client wrote it.
     *
     * @return it may be one that is not served
     */
    public String method() {
        return Names.methodOf(name);
    }

    /**
     * The name of the service that a client of several services wrote.
     *
     * @return empty for a plain call
     */
    public Optional<String> service() {
        String service = Names.serviceOf(name);
        return service.isEmpty() ? Optional.empty() : Optional.of(service);
    }

    /**
     * The size of the message: the header and the arguments, encoded.
     *
     * @return bytes, without the 4 of the frame's length
     */
    public int messageBytes() {
        return messageBytes;
    }

    /** When the call was read, as {@link System#nanoTime()}. */
    long arrivalNanos() {
        return arrival;
    }

    /**
     * When the call was read.
     *
     * @return to within a few milliseconds
     */
    public Instant arrival() {
        return Instant.now().minusNanos(System.nanoTime() - arrival);
    }

    /**
     * How much is left of {@link ServerLimits#callTimeout()}, which begins when the call is read. What the client is
     * willing to wait for is not known: Thrift does not transmit it.
     *
     * @return zero once the time is over
     */
    public Duration remaining() {
        return Duration.ofNanos(Math.max(0, deadline - System.nanoTime()));
    }

    /**
     * What users keep with the connection, from call to call. Any thread may use it.
     *
     * @return the attributes of the Grizzly connection
     */
    public AttributeHolder connectionAttributes() {
        return connection.getAttributes();
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
        return engine().map(SSLEngine::getSession);
    }

    /**
     * The certificates that the peer showed, and that were found to be trusted.
     *
     * @return its own first; none if it showed none, or on a plain connection
     */
    public List<X509Certificate> peerCertificates() {
        Optional<SSLSession> session = tlsPeer();
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

    private Optional<SSLEngine> engine() {
        return Optional.ofNullable(SSLUtils.getSSLEngine(connection));
    }
}
