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
 * <p>Thread-safe. A handler may keep it and pass it to other threads, even after the call. Nothing in it changes, except
 * that the call may be {@linkplain #isCancelled() cancelled}, and that headers may come with the arguments: see {@link
 * #headers}.
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
     * Returns what is left until the deadline of the call: the earlier of {@link #clientTimeout()} and {@link
     * io.grizzlythrift.limits.ServerLimits#callTimeout()}. Both start when the call is read.
     *
     * @return zero once the deadline has passed
     */
    Duration remaining();

    /**
     * Returns the timeout that the client gave the call: what was left of it when the call was sent. Only calls of the
     * dialect {@link io.grizzlythrift.frame.Dialect#HEADER} carry it, as the header {@code client_timeout}. Calls that a
     * handler makes through {@code ThriftClient} inherit the deadline of a call that has a timeout.
     *
     * @return at most a year; empty if the client gave none, or one that is not a number of milliseconds
     */
    Optional<Duration> clientTimeout();

    /**
     * Returns whether the client no longer waits for the reply: its connection has closed, or it has cancelled the call.
     * Clients of this library cancel calls of the dialect {@link io.grizzlythrift.frame.Dialect#HEADER} whose callers gave
     * up, or whose deadline has passed. A oneway call is not cancelled by the end of its connection. A deadline that passes
     * does not cancel a call by itself: see {@link #remaining()}.
     *
     * @return whether the call was cancelled before it ended; it then stays so
     */
    boolean isCancelled();

    /**
     * Adds an action to run once when the call is cancelled, and never after the call has ended; an action that has begun
     * may still run then. Actions of all calls run one after another on one thread of the server, {@code
     * NAME-cancel-callbacks}: they may block, but hold up others meanwhile. If the call is {@linkplain #isCancelled()
     * cancelled} already, the action runs before this method returns, on the calling thread, and perhaps before others that
     * were added earlier. What actions throw is logged.
     *
     * @param action runs at most once
     * @return removes the action; optional, because the end of the call removes it
     */
    Registration onCancel(Runnable action);

    /** An action that {@link #onCancel} has added. */
    interface Registration {
        /** Removes the action, unless it has begun. May be called again. Any thread. */
        void remove();
    }

    /**
     * Returns the headers of the call: those of an HTTP request, or those of a frame of the dialect {@link io.grizzlythrift.frame.Dialect#HEADER},
     * which are decoded when they are first asked for. In other dialects, they are those of argument field {@value
     * ArgumentHeaders#FIELD_ID}, once the arguments have been read, if an {@linkplain CallInterceptor#readsArgumentHeaders
     * interceptor} of the server needs them.
     *
     * @return the values by name, read-only; names are not case-sensitive. A name has one value in a frame; of an HTTP
     *     request, the values are in the order of the request. Empty if there are none
     */
    Map<String, List<String>> headers();

    /**
     * Returns the first value of a header.
     *
     * @param name not case-sensitive
     * @return empty if the call does not have it, and in a dialect without headers
     */
    default Optional<String> header(String name) {
        List<String> values = headers().get(Objects.requireNonNull(name, "name"));
        return values == null ? Optional.empty() : Optional.of(values.get(0));
    }

    /**
     * Adds a header to the reply, in place of one that was added with the same name, whose case does not matter. May be called on any thread
     * until the first byte of the reply is encoded: by an interceptor as the call begins, by a handler until it returns, by
     * an asynchronous handler until it completes its result.
     *
     * @param name the name, as the client will see it; not blank
     * @param value the value
     * @return whether the reply carries it; false if the dialect of the call is not {@link io.grizzlythrift.frame.Dialect#HEADER}, if the call is
     *     oneway, and once the reply is encoded. Nothing happens then. Over HTTP, too, it is false: Thrift's clients over HTTP
     *     do not read the headers of a response, and those of a message are not those of its transport
     * @throws IllegalArgumentException if the name is blank, or all headers of the reply count more than 64 KiB: each counts
     *     its name and its value in UTF-8, and 160 bytes more
     */
    boolean addReplyHeader(String name, String value);

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
