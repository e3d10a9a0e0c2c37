package io.grizzlythrift.internal.dispatch;

import io.grizzlythrift.internal.call.CancelCallbacks;
import io.grizzlythrift.internal.metrics.CallRecorder;
import io.grizzlythrift.internal.metrics.CounterRecorder;
import io.grizzlythrift.internal.metrics.MethodMetricsRecorder;
import io.grizzlythrift.internal.reply.FlushTimer;
import io.grizzlythrift.internal.reply.ReplyBuffer;
import io.grizzlythrift.internal.util.LongLivedThreads;
import io.grizzlythrift.internal.util.ObjectPool;
import io.grizzlythrift.internal.util.ThreadValues;
import java.util.function.Consumer;

/**
 * The {@link CallExecutor}s of the threads that run calls of one server. {@link LongLivedThreads} keep theirs. Any
 * other thread, and a call inside another one, borrows an executor from the first call of a batch until the flush:
 * there may be a thread for each call, and an executor is expensive to create and to keep.
 *
 * <p>Thread-safe: an executor is reached through a thread-local, or taken from and returned to the {@link ObjectPool},
 * whose hand-over publishes its state.
 */
public final class CallExecutorPool implements AutoCloseable {
    /** The maximum number of spare executors. */
    public static final int MAX_SPARES = 64;

    private final ThreadValues<CallExecutor> current = new ThreadValues<>();

    private final ObjectPool<CallExecutor> spares = new ObjectPool<>(MAX_SPARES);
    private final ServiceConfig service;
    private final FlushTimer flushTimer;
    private final AdmissionControl admission;
    private final PendingAsyncCalls asyncCalls;
    private final CancelCallbacks cancelCallbacks;
    private final GoneCallers goneCallers;
    private final CallFailures failures;
    private final InterceptorChain interceptors;

    /** Null if the server asks nothing about callers. */
    private final CallSecurity security;

    private final MethodMetricsRecorder metrics;
    private final CounterRecorder counters;
    private final MethodPaces paces;

    public CallExecutorPool(
            ServiceConfig service,
            FlushTimer flushTimer,
            AdmissionControl admission,
            PendingAsyncCalls asyncCalls,
            CounterRecorder counters,
            MethodMetricsRecorder metrics,
            MethodPaces paces) {
        this.service = service;
        this.flushTimer = flushTimer;
        this.admission = admission;
        this.asyncCalls = asyncCalls;
        cancelCallbacks = new CancelCallbacks(service.name(), counters::countCancelled);
        goneCallers = new GoneCallers(admission, cancelCallbacks, counters);
        this.metrics = metrics;
        this.counters = counters;
        this.paces = paces;
        failures = new CallFailures(counters, admission.limitReporter());
        interceptors = new InterceptorChain(service.interceptors());
        security = CallSecurity.of(service.security());
    }

    private CallExecutor newExecutor() {
        ReplyBuffer replyBuffer = new ReplyBuffer(flushTimer, admission::ended);
        CallExecutor executor = newExecutor(replyBuffer);
        replyBuffer.ownedBy(executor);
        flushTimer.register(replyBuffer);
        return executor;
    }

    public CallExecutor newExecutor(ReplyBuffer replyBuffer) {
        CallRecorder recorder = metrics.newRecorder();
        CallClock clock = new CallClock(flushTimer, recorder);
        CallInvoker invoker = new CallInvoker(
                service, replyBuffer, clock, recorder, failures, interceptors, security, asyncCalls, metrics);
        return new CallExecutor(replyBuffer, clock, admission, goneCallers, invoker, security);
    }

    /** {@return the executor with which the calling thread runs its next call} */
    public CallExecutor forNextCall() {
        CallExecutor executor = current.get();
        if (executor == null) {
            executor = LongLivedThreads.isCurrent() ? newExecutor() : borrow(null);
            current.set(executor);
        }
        while (executor.isInCall()) {
            executor = executor.nested() == null ? borrow(executor) : executor.nested();
        }
        return executor;
    }

    /** {@return whether the calling thread runs a call} */
    public boolean isInCall() {
        CallExecutor executor = current.get();
        return executor != null && executor.isInCall();
    }

    /** {@return the executor that may hold replies for the calling thread, or null} */
    public CallExecutor withReplies() {
        CallExecutor executor = current.get();
        while (executor != null && executor.isInCall()) {
            executor = executor.nested();
        }
        return executor;
    }

    private CallExecutor borrow(CallExecutor inside) {
        CallExecutor spare = spares.take();
        CallExecutor borrowed = spare == null ? newExecutor() : spare;
        borrowed.bind(inside);
        return borrowed;
    }

    /** {@return whether the calling thread must release this executor after the flush} */
    public static boolean isBorrowed(CallExecutor executor) {
        return executor.outer() != null || !LongLivedThreads.isCurrent();
    }

    /** Returns a borrowed executor to the pool. The calling thread has flushed it. */
    public void release(CallExecutor executor) {
        if (executor.outer() == null) {
            current.remove();
        }
        executor.unbind();
        if (!spares.offer(executor)) {
            flushTimer.unregister(executor.replyBuffer());
            metrics.end(executor.recorder());
        }
    }

    /** Passes each executor, of which most run no call, to an action. */
    void forEach(Consumer<CallExecutor> action) {
        flushTimer.forEachOwner(owner -> action.accept((CallExecutor) owner));
    }

    /** Stops the thread that runs the listeners of cancelled calls. */
    @Override
    public void close() {
        cancelCallbacks.close();
    }

    /** Takes the executors back from their threads, once these have ended their calls: an executor has their replies. */
    public void takeBack() {
        current.clear();
    }

    CancelCallbacks cancelCallbacks() {
        return cancelCallbacks;
    }

    public CounterRecorder counters() {
        return counters;
    }

    public AdmissionControl admission() {
        return admission;
    }

    public MethodPaces paces() {
        return paces;
    }
}
