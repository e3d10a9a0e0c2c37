package io.grizzlythrift.call;

import io.grizzlythrift.call.current.ThreadCall;
import java.net.SocketAddress;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import javax.net.ssl.SSLSession;
import org.glassfish.grizzly.attributes.AttributeHolder;

/**
 * Describes a running call and the connection it came over. A handler gets it on the thread on which it was called:
 *
 * <pre>{@code
 * CallContext call = CallContext.current().orElseThrow();
 * List<X509Certificate> peer = call.peerCertificates();
 * Duration left = call.remaining();
 * }</pre>
 *
 * <p>Immutable. A handler may keep it and pass it to other threads, even after the call.
 */
public interface CallContext {
    /**
     * Returns the context of the call that runs on this thread.
     *
     * @return empty outside a call, and once the handler has returned
     */
    static Optional<CallContext> current() {
        return ThreadCall.current().map(call -> (CallContext) call.context());
    }

    /** {@return the name of the method as the client sent it; the server may not have such a method} */
    String method();

    /** {@return the name of the service in a multiplexed call, empty in a plain one} */
    Optional<String> service();

    /**
     * {@return the size of the encoded message, header and arguments, in bytes, without the 4 bytes of the frame
     * length}
     */
    int messageBytes();

    /** {@return when the call was read, to within a few milliseconds} */
    Instant arrival();

    /**
     * Returns what is left of {@link io.grizzlythrift.limits.ServerLimits#callTimeout()}, which starts when the call is
     * read. The timeout of the client is not known: Thrift does not transmit it.
     *
     * @return zero once the timeout has passed
     */
    Duration remaining();

    /**
     * Returns the headers of the request of a call over HTTP.
     *
     * @return the values by name, in the order of the request; read-only, and names are not case-sensitive. Empty on a
     *     framed connection
     */
    Map<String, List<String>> headers();

    /**
     * Returns the first value of a header.
     *
     * @param name not case-sensitive
     * @return empty if the request does not have it, and on a framed connection
     */
    default Optional<String> header(String name) {
        List<String> values = headers().get(Objects.requireNonNull(name, "name"));
        return values == null ? Optional.empty() : Optional.of(values.get(0));
    }

    /** {@return the attributes of the Grizzly connection, which live as long as the connection; thread-safe} */
    AttributeHolder connectionAttributes();

    /** {@return the address of the peer, as of when the connection was made} */
    SocketAddress peerAddress();

    /** {@return the TLS session of the connection, empty on a plain connection} */
    Optional<SSLSession> tlsPeer();

    /**
     * Returns the certificate chain that the peer presented and that was verified.
     *
     * @return the peer's own certificate first; empty if it presented none, or on a plain connection
     */
    List<X509Certificate> peerCertificates();
}
