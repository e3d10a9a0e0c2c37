package io.grizzlythrift.client.internal.call;

import io.grizzlythrift.client.call.ClientCallListener;
import io.grizzlythrift.client.call.ClientCallOutcome;
import io.grizzlythrift.client.call.ClientCallOutcome.Kind;
import io.grizzlythrift.client.call.ClientInterceptor;
import io.grizzlythrift.client.call.FailureCause;
import io.grizzlythrift.client.internal.io.ClientThreads;
import io.grizzlythrift.strategy.internal.util.LogLimiter;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.apache.thrift.TException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The interceptors of a client. Without any, each call checks only an empty list and a null field. */
public final class ClientInterceptorChain {
    private static final Logger LOG = LoggerFactory.getLogger(ClientInterceptorChain.class);

    private final LogLimiter listenerLog = new LogLimiter(System::nanoTime);
    private final List<ClientInterceptor> all;
    private final ClientThreads threads;
    private final LongSupplier clock;

    /** @param clock returns nanoseconds; the clock of the deadlines */
    ClientInterceptorChain(List<ClientInterceptor> all, ClientThreads threads, LongSupplier clock) {
        this.all = all;
        this.threads = threads;
        this.clock = clock;
    }

    /** {@return whether an interceptor sees the next call} */
    public boolean isEnabled() {
        if (!all.isEmpty()) {
            for (ClientInterceptor interceptor : all) {
                if (interceptor.isEnabled()) {
                    return true;
                }
            }
        }
        return false;
    }

    /**
     * Calls the interceptors before a call is assigned to a connection. If one throws, this rejects the call; the
     * listeners of the previous interceptors are notified as for any other call.
     */
    public void begin(PendingCall call) throws TException {
        BeginningCall info = new BeginningCall(call);
        try {
            for (ClientInterceptor interceptor : all) {
                if (interceptor.isEnabled()) {
                    ClientCallListener listener = interceptor.begin(info);
                    add(Objects.requireNonNull(listener, "the listener that an interceptor returns"), call);
                }
            }
        } finally {
            info.begun();
        }
    }

    /** Adds a listener. A call without listeners needs no outcome, and no read of the clock. */
    private void add(ClientCallListener listener, PendingCall call) {
        if (listener == ClientCallListener.IGNORED) {
            return;
        }
        if (call.listeners() == null) {
            call.listeners(new ArrayDeque<>(all.size()));
        }
        call.listeners().push(listener);
    }

    /**
     * Notifies the listeners that the call has ended.
     *
     * @param failure why the call failed; null if it did not fail
     * @param exception the exception that the caller gets; null for none
     */
    void ended(PendingCall call, Kind kind, FailureCause failure, TException exception, int replyBytes) {
        if (call.listeners() == null) {
            return;
        }
        CallConnection connection = call.connection();
        ClientCallOutcome outcome = new ClientCallOutcome(
                kind,
                Optional.ofNullable(failure),
                Optional.ofNullable(exception),
                connection == null ? Optional.empty() : Optional.of(connection.endpoint()),
                call.messageBytes(),
                replyBytes,
                call.headers() == null ? Map.of() : call.headers().received(),
                Duration.ofNanos(clock.getAsLong() - call.begun()));
        for (ClientCallListener listener : call.listeners()) {
            try {
                listener.ended(outcome);
            } catch (Throwable t) {
                log(call, t);
            }
        }
        threads.clearInterrupt();
    }

    /** Notifies the listeners that the callback of the call is about to run on this thread. Does not throw. */
    public void callbackStarts(PendingCall call) {
        if (call.listeners() != null) {
            notifyListeners(call, call.listeners().descendingIterator(), ClientCallListener::callbackStarts);
        }
    }

    /** Notifies the listeners that the callback has returned. Does not throw. */
    public void callbackReturned(PendingCall call) {
        if (call.listeners() != null) {
            notifyListeners(call, call.listeners().iterator(), ClientCallListener::callbackReturned);
        }
    }

    private void notifyListeners(
            PendingCall call, Iterator<ClientCallListener> listeners, Consumer<ClientCallListener> notification) {
        while (listeners.hasNext()) {
            try {
                notification.accept(listeners.next());
            } catch (Throwable t) {
                log(call, t);
            }
        }
    }

    /**
     * Logs an exception of a listener. Does not throw, so that the other listeners are notified even without memory.
     */
    private void log(PendingCall call, Throwable thrown) {
        try {
            listenerLog.log(suppressed -> LOG.error(
                    "an interceptor of {} threw an exception{}", call.method(), LogLimiter.suffix(suppressed), thrown));
        } catch (Throwable t) {
            return;
        }
    }
}
