package io.grizzlythrift.call;

import io.grizzlythrift.internal.util.CurrentCall;
import io.grizzlythrift.security.Identity;
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
 * Describes a running call and its connection. A handler obtains it on the thread on which it was called:
 *
 * <pre>{@code
 * CallContext call = CallContext.current().orElseThrow();
 * List<X509Certificate> peer = call.peerCertificates();
 * Duration left = call.remaining();
 * }</pre>
 *
 * <p>Thread-safe. A handler may keep it and pass it to other threads, even after the call. It does not change, except
 * that the call may be {@linkplain #isCancelled() cancelled}, and that the arguments may add headers: see {@link
 * #headers}.
 *
 * <p>Only the library implements it: methods may be added in any version.
 */
public interface CallContext {
    /**
     * Returns the context of the call that runs on this thread.
     *
     * @return empty outside a call, and once the handler has returned
     */
    static Optional<CallContext> current() {
        return CurrentCall.current().map(call -> (CallContext) call.context());
    }

    /** {@return the name of the method as the client sent it; the server may not have such a method} */
    String method();

    /** {@return the name of the service in a multiplexed call; empty in a plain call} */
    Optional<String> service();

    /**
     * {@return the size of the encoded message, header and arguments, in bytes, without the 4 bytes of the frame
     * length}
     */
    int messageBytes();

    /** {@return when the call was read, accurate to a few milliseconds} */
    Instant arrival();

    /**
     * Returns the time until the deadline of the call, which is the earlier of {@link #clientTimeout()} and {@link
     * io.grizzlythrift.limits.ServerLimits#callTimeout()}. Both start when the call is read.
     *
     * @return zero once the deadline has passed
     */
    Duration remaining();

    /**
     * Returns the timeout that the client set for the call: the time that remained when the call was sent. Only calls
     * in the dialect {@link io.grizzlythrift.frame.Dialect#HEADER} carry it, as the header {@code client_timeout}.
     * Calls that a handler makes through {@code ThriftClient} inherit the deadline of a call that has a timeout.
     *
     * @return at most a year; empty if the client set none, or one that is not a number of milliseconds
     */
    Optional<Duration> clientTimeout();

    /**
     * Returns whether the client no longer waits for the reply: its connection has closed, or it has cancelled the
     * call. A client of another library that has closed its connection is noticed when it resets the connection, or when
     * its system rejects the reply to another call: the end of its stream alone may mean that it has shut down its output
     * only. Clients of this library cancel calls in the dialect {@link io.grizzlythrift.frame.Dialect#HEADER} when
     * their caller gives up or their deadline passes. A oneway call is not cancelled when its connection closes. A
     * deadline that passes does not cancel a call by itself: see {@link #remaining()}.
     *
     * @return whether the call was cancelled before it ended; once true, always true
     */
    boolean isCancelled();

    /**
     * Adds an action that runs once when the call is cancelled. It never starts after the call has ended; an action
     * that has already started may still be running then. Actions of all calls run one after another on one thread of
     * the server, {@code NAME-cancel-callbacks}: an action may block, but delays the others. If the call is already
     * {@linkplain #isCancelled() cancelled}, the action runs before this method returns, on the calling thread, and
     * perhaps before actions that were added earlier. Exceptions of actions are logged.
     *
     * @param action runs at most once
     * @return removes the action; using it is optional, because the end of the call removes the action
     */
    Registration onCancel(Runnable action);

    /** An action that {@link #onCancel} has added. */
    interface Registration {
        /** Removes the action, unless it has started. May be called more than once, by any thread. */
        void remove();
    }

    /**
     * Returns the headers of the call. These are the headers of the HTTP request, or of the frame in the dialect {@link
     * io.grizzlythrift.frame.Dialect#HEADER}, which are decoded when they are first requested. In other dialects, they
     * are the headers of argument field {@value ArgumentHeaders#FIELD_ID}, available once the arguments have been read,
     * if an {@linkplain ServerInterceptor#readsArgumentHeaders interceptor} of the server needs them.
     *
     * @return the values by name, read-only; names are not case-sensitive. A name has one value in a frame; the values
     *     of an HTTP request are in the order of the request. Empty if there are none
     */
    Map<String, List<String>> headers();

    /**
     * Returns the first value of a header.
     *
     * @param name not case-sensitive
     * @return empty if the call does not have the header, or its dialect has no headers
     */
    default Optional<String> header(String name) {
        List<String> values = headers().get(Objects.requireNonNull(name, "name"));
        return values == null ? Optional.empty() : Optional.of(values.get(0));
    }

    /**
     * Adds a header to the reply. It replaces a header that was added with the same name; names are not case-sensitive.
     * May be called on any thread until the first byte of the reply is encoded: by an interceptor when the call begins,
     * by a handler until it returns, by an asynchronous handler until it completes its result.
     *
     * @param name the name, as the client will see it; not blank
     * @param value the value
     * @return whether the reply carries the header. If the dialect of the call is not {@link
     *     io.grizzlythrift.frame.Dialect#HEADER}, the call is oneway, or the reply is already encoded, the result is
     *     false and nothing changes. It is also false over HTTP: Thrift's HTTP clients do not read the headers
     *     of a response, and headers of a message are not headers of its transport
     * @throws IllegalArgumentException if the name is blank, or if the headers of the reply exceed 64 KiB in total:
     *     each counts as the UTF-8 bytes of its name and value, plus 160 bytes
     */
    boolean addReplyHeader(String name, String value);

    /**
     * {@return the attributes of the Grizzly connection, which live as long as the connection; in a servlet, those of the
     * request; thread-safe}
     */
    AttributeHolder connectionAttributes();

    /** {@return the address of the peer, as it was when the connection was established} */
    SocketAddress peerAddress();

    /** {@return the TLS session of the connection, empty on a plain connection and in a servlet} */
    Optional<SSLSession> tlsPeer();

    /**
     * Returns the verified certificate chain of the peer.
     *
     * @return the peer's own certificate first; empty if it presented none, or on a plain connection
     */
    List<X509Certificate> peerCertificates();

    /**
     * Returns who calls, and how that was proved.
     *
     * @return the identity of the call, or else of its connection; empty if the caller proved none
     */
    Optional<Identity> identity();
}
