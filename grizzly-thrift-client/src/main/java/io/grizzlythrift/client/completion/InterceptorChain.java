package io.grizzlythrift.client.completion;

import io.grizzlythrift.client.call.CallFailedException;
import io.grizzlythrift.client.call.ClientCallInfo;
import io.grizzlythrift.client.call.ClientCallListener;
import io.grizzlythrift.client.call.ClientCallOutcome;
import io.grizzlythrift.client.call.ClientCallOutcome.Kind;
import io.grizzlythrift.client.call.ClientInterceptor;
import io.grizzlythrift.client.call.FailureCause;
import io.grizzlythrift.client.inflight.CallConnection;
import io.grizzlythrift.client.inflight.PendingCall;
import io.grizzlythrift.client.io.ClientThreads;
import io.grizzlythrift.log.LogLimiter;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.LongSupplier;
import org.apache.thrift.TException;
import org.apache.thrift.protocol.TMultiplexedProtocol;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The interceptors of a client. Without any, a call costs a look at an empty list and at a field that is null. */
public final class InterceptorChain {
    private static final Logger LOG = LoggerFactory.getLogger(InterceptorChain.class);

    private final LogLimiter listenerLog = new LogLimiter(System::nanoTime);
    private final List<ClientInterceptor> all;
    private final ClientThreads threads;
    private final LongSupplier clock;

    /** @param clock the one that the deadlines of calls are measured with */
    InterceptorChain(List<ClientInterceptor> all, ClientThreads threads, LongSupplier clock) {
        this.all = all;
        this.threads = threads;
        this.clock = clock;
    }

    public boolean isEmpty() {
        return all.isEmpty();
    }

    /**
     * Has them begin a call that nobody else knows yet. What one throws refuses the call; those that began before it
     * are told the end as of any call.
     */
    public void begin(PendingCall call) throws TException {
        ClientCallInfo told = describe(call);
        Deque<ClientCallListener> endings = new ArrayDeque<>(all.size());
        call.listeners(endings);
        for (ClientInterceptor interceptor : all) {
            ClientCallListener ending = interceptor.begin(told);
            endings.push(Objects.requireNonNull(ending, "the listener that an interceptor returns"));
        }
    }

    /** Over a transport, the name of the service is part of that of the method. */
    private static ClientCallInfo describe(PendingCall call) {
        String name = call.method();
        int separator = name.indexOf(TMultiplexedProtocol.SEPARATOR);
        return separator < 0
                ? new ClientCallInfo(name, call.service(), call.isOneway(), call.timeout())
                : new ClientCallInfo(
                        name.substring(separator + 1),
                        Optional.of(name.substring(0, separator)),
                        call.isOneway(),
                        call.timeout());
    }

    /** A reply ended the call. */
    public void replied(PendingCall call, int replyBytes) {
        if (call.listeners() != null) {
            tell(call, Kind.REPLIED, Optional.empty(), Optional.empty(), replyBytes);
        }
    }

    /** An exception of the server ended the call. */
    public void threw(PendingCall call, Optional<TException> exception, int replyBytes) {
        if (call.listeners() != null) {
            tell(call, Kind.EXCEPTION, Optional.empty(), exception, replyBytes);
        }
    }

    /** The call failed. */
    public void failed(PendingCall call, CallFailedException failure, int replyBytes) {
        if (call.listeners() != null) {
            tell(call, Kind.FAILED, Optional.of(failure.failure()), Optional.of(failure), replyBytes);
        }
    }

    /** The caller gave the call up. */
    public void cancelled(PendingCall call) {
        if (call.listeners() != null) {
            tell(call, Kind.FAILED, Optional.of(FailureCause.CANCELLED), Optional.empty(), 0);
        }
    }

    private void tell(
            PendingCall call,
            Kind kind,
            Optional<FailureCause> failure,
            Optional<TException> exception,
            int replyBytes) {
        CallConnection connection = call.connection();
        ClientCallOutcome outcome = new ClientCallOutcome(
                kind,
                failure,
                exception,
                connection == null ? Optional.empty() : Optional.of(connection.endpoint()),
                Math.max(0, call.frameLength() - Integer.BYTES),
                replyBytes,
                Duration.ofNanos(clock.getAsLong() - call.begun()));
        for (ClientCallListener ending : call.listeners()) {
            try {
                ending.ended(outcome);
            } catch (Throwable t) {
                log(call, t);
            }
        }
        threads.clearInterrupt();
    }

    /** Without memory for the line, the next ones are told all the same. */
    private void log(PendingCall call, Throwable thrown) {
        try {
            listenerLog.log(suppressed -> LOG.error(
                    "an interceptor of {} threw an exception{}", call.method(), LogLimiter.suffix(suppressed), thrown));
        } catch (Throwable t) {
            return;
        }
    }
}
