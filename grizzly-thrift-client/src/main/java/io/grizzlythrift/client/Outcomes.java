package io.grizzlythrift.client;

import io.grizzlythrift.frame.LogLimiter;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.LongSupplier;
import org.apache.thrift.TException;
import org.apache.thrift.protocol.TProtocolException;
import org.apache.thrift.transport.TTransportException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What happens when a call ends: it is counted, and its caller told on the right thread. */
final class Outcomes {
    private static final Logger LOG = LoggerFactory.getLogger(ThriftClient.class);

    private final ClientCounters counters = new ClientCounters();
    private final LogLimiter callbackLog = new LogLimiter(System::nanoTime);
    private final LogLimiter rejectionLog = new LogLimiter(System::nanoTime);
    private final LogLimiter capacityLog = new LogLimiter(System::nanoTime);
    private final String clientName;
    private final Optional<Executor> callbackExecutor;
    private final Interceptors interceptors;
    private final ClientThreads threads;

    /** Set when the client is closing: completes when no call is left. */
    private volatile CompletableFuture<Void> whenIdle;

    /** @param clock nanoseconds, the one that the deadlines of calls are measured with */
    Outcomes(ThriftClientConfig config, ClientThreads threads, LongSupplier clock) {
        clientName = config.name();
        callbackExecutor = config.callbackExecutor();
        interceptors = new Interceptors(config.interceptors(), threads, clock);
        this.threads = threads;
    }

    Interceptors interceptors() {
        return interceptors;
    }

    ClientCounters counters() {
        return counters;
    }

    /** Completes once no call is in flight; to be asked for when no new ones begin. */
    CompletableFuture<Void> whenIdle() {
        CompletableFuture<Void> idle = new CompletableFuture<>();
        whenIdle = idle;
        checkIdle();
        return idle;
    }

    private void checkIdle() {
        CompletableFuture<Void> idle = whenIdle;
        if (idle != null && counters.inFlight() == 0) {
            idle.complete(null);
        }
    }

    /** Ends a call with a result, or with a reply that others read. */
    void completed(Call call, int replyBytes) {
        interceptors.replied(call, replyBytes);
        countCompleted();
    }

    /** Ends a call with an exception of the server. */
    void threw(Call call, Optional<TException> exception, int replyBytes) {
        interceptors.threw(call, exception, replyBytes);
        countCompleted();
    }

    private void countCompleted() {
        counters.countCompleted();
        checkIdle();
    }

    /**
     * Ends a call with a reply that could not be turned into a result, and says what to tell the caller: the exception
     * of the reply as it is, or that the reply cannot be read.
     */
    TException notAResult(Call call, Throwable thrown, int replyBytes) {
        if (thrown instanceof TException declared
                && !(thrown instanceof TProtocolException)
                && !(thrown instanceof TTransportException)) {
            threw(call, Optional.of(declared), replyBytes);
            return declared;
        }
        String endpoint = call.connection().endpoint();
        CallFailedException failure = new CallFailedException(
                FailureCause.UNREADABLE_REPLY,
                call.method(),
                endpoint,
                true,
                "the reply to " + call.method() + " from " + endpoint + " cannot be read: " + thrown,
                thrown);
        count(call, failure, replyBytes);
        return failure;
    }

    /**
     * Ends a call without a reply. Its caller is told on this thread, or on the executor of the user's.
     */
    void failedHere(Call call, CallFailedException failure) {
        count(call, failure, 0);
        if (call.runsUserCode()) {
            runHere(() -> call.failed(failure));
        } else {
            call.failed(failure);
        }
    }

    /** Ends a call without a reply. Its caller is told on the thread where callbacks run. */
    void failed(Call call, CallFailedException failure) {
        count(call, failure, 0);
        tell(call, () -> call.failed(failure));
    }

    /** Ends a call that its caller gave up, and who is not told. */
    void cancelled(Call call) {
        interceptors.cancelled(call);
        counters.countFailed(FailureCause.CANCELLED);
        checkIdle();
    }

    /** Ends a oneway call that was handed to the socket, and tells its caller. */
    void sent(Call call) {
        completed(call, 0);
        tell(call, call::sent);
    }

    /** Interceptors are told before the call counts as ended: who waits until the client is idle waits for them. */
    private void count(Call call, CallFailedException failure, int replyBytes) {
        interceptors.failed(call, failure, replyBytes);
        counters.countFailed(failure.failure());
        if (failure.failure() == FailureCause.NO_CAPACITY) {
            capacityLog.log(suppressed ->
                    LOG.info("client '{}': {}{}", clientName, failure.getMessage(), LogLimiter.suffix(suppressed)));
        }
        checkIdle();
    }

    /**
     * Also an executor of the user's may run code of the user's at once, so it is asked on a thread that may run it.
     */
    private void tell(Call call, Runnable ending) {
        if (!call.runsUserCode()) {
            ending.run();
        } else if (threads.isOwn()) {
            runHere(ending);
        } else {
            call.connection().runOnSelector(() -> runHere(ending));
        }
    }

    /** Runs code of the user's on the executor if there is one, otherwise on this thread. */
    void runHere(Runnable callback) {
        if (callbackExecutor.isEmpty()) {
            callback.run();
            return;
        }
        AtomicBoolean begun = new AtomicBoolean();
        Runnable once = () -> {
            if (begun.compareAndSet(false, true)) {
                callback.run();
            }
        };
        try {
            callbackExecutor.get().execute(once);
        } catch (RuntimeException | Error e) {
            rejectionLog.log(suppressed -> LOG.warn(
                    "the executor rejected a callback, which runs on {} instead: {}{}",
                    Thread.currentThread().getName(),
                    e.toString(),
                    LogLimiter.suffix(suppressed)));
            once.run();
        }
    }

    boolean hasCallbackExecutor() {
        return callbackExecutor.isPresent();
    }

    /** Deals with what a callback threw. */
    void callbackFailed(Call call, Throwable thrown) {
        counters.countCallbackError();
        callbackLog.log(suppressed -> LOG.error(
                "a callback of {} threw an exception{}", call.method(), LogLimiter.suffix(suppressed), thrown));
    }
}
