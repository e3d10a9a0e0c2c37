package io.grizzlythrift.client;

import io.grizzlythrift.client.ClientCallOutcome.Kind;
import io.grizzlythrift.log.LogLimiter;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.LongSupplier;
import org.apache.thrift.TException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The interceptors of a client. Without any, a call costs a look at an empty list and at a field that is null. */
final class Interceptors {
    private static final Logger LOG = LoggerFactory.getLogger(ThriftClient.class);

    private final LogLimiter endingLog = new LogLimiter(System::nanoTime);
    private final List<ClientInterceptor> all;
    private final ClientThreads threads;
    private final LongSupplier clock;

    /** @param clock the one that the deadlines of calls are measured with */
    Interceptors(List<ClientInterceptor> all, ClientThreads threads, LongSupplier clock) {
        this.all = all;
        this.threads = threads;
        this.clock = clock;
    }

    boolean isEmpty() {
        return all.isEmpty();
    }

    /**
     * Has them begin a call that nobody else knows yet. What one throws refuses the call; those that began before it
     * are told the end as of any call.
     */
    void begin(Call call) throws TException {
        ClientCall told = ClientCall.of(call);
        Deque<ClientCallEnding> endings = new ArrayDeque<>(all.size());
        call.interceptions(endings);
        for (ClientInterceptor interceptor : all) {
            ClientCallEnding ending = interceptor.begin(told);
            endings.push(Objects.requireNonNull(ending, "the ending that an interceptor returns"));
        }
    }

    /** A reply ended the call. */
    void replied(Call call, int replyBytes) {
        if (call.interceptions() != null) {
            tell(call, Kind.REPLIED, Optional.empty(), Optional.empty(), replyBytes);
        }
    }

    /** An exception of the server ended the call. */
    void threw(Call call, Optional<TException> exception, int replyBytes) {
        if (call.interceptions() != null) {
            tell(call, Kind.EXCEPTION, Optional.empty(), exception, replyBytes);
        }
    }

    /** The call failed. */
    void failed(Call call, CallFailedException failure, int replyBytes) {
        if (call.interceptions() != null) {
            tell(call, Kind.FAILED, Optional.of(failure.failure()), Optional.of(failure), replyBytes);
        }
    }

    /** The caller gave the call up. */
    void cancelled(Call call) {
        if (call.interceptions() != null) {
            tell(call, Kind.FAILED, Optional.of(FailureCause.CANCELLED), Optional.empty(), 0);
        }
    }

    private void tell(
            Call call, Kind kind, Optional<FailureCause> failure, Optional<TException> exception, int replyBytes) {
        PooledConnection connection = call.connection();
        ClientCallOutcome outcome = new ClientCallOutcome(
                kind,
                failure,
                exception,
                connection == null ? Optional.empty() : Optional.of(connection.endpoint()),
                Math.max(0, call.frameLength() - Integer.BYTES),
                replyBytes,
                Duration.ofNanos(clock.getAsLong() - call.begun()));
        for (ClientCallEnding ending : call.interceptions()) {
            try {
                ending.ended(outcome);
            } catch (Throwable t) {
                log(call, t);
            }
        }
        threads.clearInterrupt();
    }

    /** Without memory for the line, the next ones are told all the same. */
    private void log(Call call, Throwable thrown) {
        try {
            endingLog.log(suppressed -> LOG.error(
                    "an interceptor of {} threw an exception{}", call.method(), LogLimiter.suffix(suppressed), thrown));
        } catch (Throwable t) {
            return;
        }
    }
}
