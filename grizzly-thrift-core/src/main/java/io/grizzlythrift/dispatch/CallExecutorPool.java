package io.grizzlythrift.dispatch;

import io.grizzlythrift.memory.LongLivedThreads;
import io.grizzlythrift.memory.ObjectPool;
import io.grizzlythrift.metrics.recorder.CallRecorder;
import io.grizzlythrift.metrics.recorder.CounterRecorder;
import io.grizzlythrift.metrics.recorder.MethodMetricsRecorder;
import io.grizzlythrift.reply.FlushTimer;
import io.grizzlythrift.reply.ReplyBuffer;

/**
 * The call runners of the threads that run calls of one server filter. {@link LongLivedThreads} keep theirs. Any other thread,
 * and a call that runs inside another one, borrows a runner from its first call of a batch until the flush: there may be
 * a thread for each call, and a runner is much to make and to keep for one.
 */
public final class CallExecutorPool {
    /** How many wait to be borrowed at most. */
    public static final int MAX_SPARES = 64;

    @SuppressWarnings("ThreadLocalUsage") // a runner is of one server
    private final ThreadLocal<CallExecutor> current = new ThreadLocal<>();

    private final ObjectPool<CallExecutor> spares = new ObjectPool<>(MAX_SPARES);
    private final ServiceConfig service;
    private final FlushTimer sweeper;
    private final AdmissionControl admission;
    private final PendingAsyncCalls asyncCalls;
    private final CallFailures failures;
    private final InterceptorChain interceptors;
    private final MethodMetricsRecorder metrics;
    private final CounterRecorder counters;

    public CallExecutorPool(
            ServiceConfig service,
            FlushTimer sweeper,
            AdmissionControl admission,
            PendingAsyncCalls asyncCalls,
            CounterRecorder counters,
            MethodMetricsRecorder metrics) {
        this.service = service;
        this.sweeper = sweeper;
        this.admission = admission;
        this.asyncCalls = asyncCalls;
        this.metrics = metrics;
        this.counters = counters;
        failures = new CallFailures(counters);
        interceptors = new InterceptorChain(service.interceptors());
    }

    private CallExecutor newRunner() {
        ReplyBuffer held = new ReplyBuffer(sweeper, admission::ended);
        CallExecutor runner = newRunner(held);
        sweeper.register(held);
        return runner;
    }

    public CallExecutor newRunner(ReplyBuffer held) {
        CallRecorder recorder = metrics.newRecorder();
        CallClock clock = new CallClock(sweeper, recorder);
        CallInvoker processor =
                new CallInvoker(service, held, clock, recorder, failures, interceptors, asyncCalls, metrics);
        return new CallExecutor(held, clock, admission, processor);
    }

    /** The runner with which the calling thread runs its next call. */
    CallExecutor current() {
        CallExecutor runner = current.get();
        if (runner == null) {
            runner = LongLivedThreads.isCurrent() ? newRunner() : borrow(null);
            current.set(runner);
        }
        while (runner.isInCall()) {
            runner = runner.nested() == null ? borrow(runner) : runner.nested();
        }
        return runner;
    }

    /** The runner that may hold replies of calls that the calling thread has run, or null. */
    CallExecutor holding() {
        CallExecutor runner = current.get();
        while (runner != null && runner.isInCall()) {
            runner = runner.nested();
        }
        return runner;
    }

    private CallExecutor borrow(CallExecutor inside) {
        CallExecutor spare = spares.take();
        CallExecutor borrowed = spare == null ? newRunner() : spare;
        borrowed.bind(inside);
        return borrowed;
    }

    /** Whether the calling thread gives a runner back once it is flushed. */
    static boolean isBorrowed(CallExecutor runner) {
        return runner.outer() != null || !LongLivedThreads.isCurrent();
    }

    /** Takes a runner back from the calling thread, which has flushed it. */
    void giveBack(CallExecutor runner) {
        if (runner.outer() == null) {
            current.remove();
        }
        runner.unbind();
        if (!spares.offer(runner)) {
            sweeper.forget(runner.held());
            metrics.end(runner.recorder());
        }
    }

    long callTimeoutNanos() {
        return asyncCalls.timeoutNanos();
    }

    CounterRecorder counters() {
        return counters;
    }

    AdmissionControl admission() {
        return admission;
    }
}
