package io.grizzlythrift.dispatch;

import io.grizzlythrift.call.CallContext;
import io.grizzlythrift.caller.CallCancellation;
import io.grizzlythrift.caller.CancelCallbacks;
import io.grizzlythrift.caller.CancellableCall;
import io.grizzlythrift.message.MultiplexedName;
import io.grizzlythrift.peer.ClientTimeout;
import io.grizzlythrift.thread.VarHandles;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.net.SocketAddress;
import java.security.cert.Certificate;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLPeerUnverifiedException;
import javax.net.ssl.SSLSession;
import org.glassfish.grizzly.Connection;
import org.glassfish.grizzly.attributes.AttributeHolder;
import org.glassfish.grizzly.ssl.SSLUtils;

/**
 * The context of a call that came over a Grizzly connection. Thread-safe: its {@link CallCancellation} is created on
 * demand and set by a compare-and-set.
 */
public final class ConnectionCallContext implements CallContext {
    private static final VarHandle CANCELLATION =
            VarHandles.of(MethodHandles.lookup(), ConnectionCallContext.class, "cancellation", CallCancellation.class);

    private final CallCancellation.Caller caller;
    private final CancelCallbacks cancelCallbacks;
    private final int sequenceId;
    private final long number;
    private final boolean oneway;

    /** Replaced at most once, when the arguments add headers. Volatile because other threads may hold the context. */
    private volatile CallHeaders headers;

    private final String name;
    private final int messageBytes;
    private final long arrival;
    private final long timeoutNanos;
    private final long clientTimeoutNanos;

    /** Null until it is first requested; then always the same object. */
    private volatile CallCancellation cancellation;

    /**
     * Creates the context of a call.
     *
     * @param call read by this constructor only
     * @param name the name in the header, with the service in front if there is one
     * @param arrival when the call was read, as {@link System#nanoTime()}
     * @param timeoutNanos callTimeout, which starts at the arrival
     * @param clientTimeoutNanos the timeout of the client, which starts at the arrival, or {@link ClientTimeout#NONE}
     * @param cancellation null if it has not been requested
     */
    public ConnectionCallContext(
            CancellableCall call,
            CallHeaders headers,
            String name,
            int messageBytes,
            long arrival,
            long timeoutNanos,
            long clientTimeoutNanos,
            CallCancellation cancellation) {
        caller = call.caller();
        cancelCallbacks = call.cancelCallbacks();
        sequenceId = call.sequenceId();
        number = call.number();
        oneway = call.isOneway();
        this.headers = headers;
        this.name = name;
        this.messageBytes = messageBytes;
        this.arrival = arrival;
        this.timeoutNanos = timeoutNanos;
        this.clientTimeoutNanos = clientTimeoutNanos;
        this.cancellation = cancellation;
    }

    @Override
    public String method() {
        return MultiplexedName.methodOf(name);
    }

    @Override
    public Optional<String> service() {
        String service = MultiplexedName.serviceOf(name);
        return service.isEmpty() ? Optional.empty() : Optional.of(service);
    }

    @Override
    public int messageBytes() {
        return messageBytes;
    }

    /** {@return when the call was read, as {@link System#nanoTime()}} */
    long arrivalNanos() {
        return arrival;
    }

    @Override
    public Instant arrival() {
        return Instant.now().minusNanos(System.nanoTime() - arrival);
    }

    @Override
    public Duration remaining() {
        long timeout = Math.min(timeoutNanos, clientTimeoutNanos);
        return Duration.ofNanos(Math.max(0, timeout - (System.nanoTime() - arrival)));
    }

    @Override
    public Optional<Duration> clientTimeout() {
        return clientTimeoutNanos == ClientTimeout.NONE
                ? Optional.empty()
                : Optional.of(Duration.ofNanos(clientTimeoutNanos));
    }

    /** {@return the cancellation of the call, always the same object} */
    public CallCancellation cancellation() {
        CallCancellation known = cancellation;
        return known == null ? set(new CallCancellation(caller, cancelCallbacks, sequenceId, number, oneway)) : known;
    }

    /**
     * {@return the cancellation of an ending call; {@link CallCancellation#ENDED}, from now on, if it was never
     * requested}
     */
    public CallCancellation endCancellation() {
        CallCancellation known = cancellation;
        return known == null ? set(CallCancellation.ENDED) : known;
    }

    private CallCancellation set(CallCancellation made) {
        CallCancellation before = (CallCancellation) CANCELLATION.compareAndExchange(this, null, made);
        return before == null ? made : before;
    }

    @Override
    public boolean isCancelled() {
        return cancellation().isCancelled();
    }

    @Override
    public Registration onCancel(Runnable action) {
        return cancellation().onCancel(action);
    }

    @Override
    public Map<String, List<String>> headers() {
        return headers.received();
    }

    /** Adds the headers that came with the arguments. */
    public void addHeaders(Map<String, List<String>> more) {
        headers = headers.with(more);
    }

    @Override
    public boolean addReplyHeader(String name, String value) {
        return headers.addToReply(Objects.requireNonNull(name, "name"), Objects.requireNonNull(value, "value"));
    }

    @Override
    public AttributeHolder connectionAttributes() {
        return connection().getAttributes();
    }

    @Override
    public SocketAddress peerAddress() {
        return (SocketAddress) connection().getPeerAddress();
    }

    private Connection<?> connection() {
        return caller.connection();
    }

    @Override
    public Optional<SSLSession> tlsPeer() {
        return engine().map(SSLEngine::getSession);
    }

    @Override
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
        return Optional.ofNullable(SSLUtils.getSSLEngine(connection()));
    }
}
