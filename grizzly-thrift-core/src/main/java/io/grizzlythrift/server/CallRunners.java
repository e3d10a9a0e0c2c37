package io.grizzlythrift.server;

/**
 * The call runners of the threads that run calls of one server filter. {@link OwnThreads} keep theirs. Any other thread,
 * and a call that runs inside another one, borrows a runner from its first call of a batch until the flush: there may be
 * a thread for each call, and a runner is much to make and to keep for one.
 */
final class CallRunners {
    /** How many wait to be borrowed at most. */
    static final int MAX_SPARES = 64;

    @SuppressWarnings("ThreadLocalUsage") // a runner is of one server
    private final ThreadLocal<CallRunner> current = new ThreadLocal<>();

    private final Spares<CallRunner> spares = new Spares<>(MAX_SPARES);
    private final ServiceConfig service;
    private final ReplySweeper sweeper;
    private final Admission admission;
    private final AsyncCalls asyncCalls;
    private final CallFailures failures;
    private final Interceptors interceptors;
    private final ServerMetrics metrics;
    private final ServerCounters counters;

    CallRunners(
            ServiceConfig service,
            ReplySweeper sweeper,
            Admission admission,
            AsyncCalls asyncCalls,
            ServerCounters counters,
            ServerMetrics metrics) {
        this.service = service;
        this.sweeper = sweeper;
        this.admission = admission;
        this.asyncCalls = asyncCalls;
        this.metrics = metrics;
        this.counters = counters;
        failures = new CallFailures(counters);
        interceptors = new Interceptors(service.interceptors());
    }

    CallRunner newRunner(HeldReplies held) {
        CallProcessor processor = new CallProcessor(service, held, failures, interceptors, asyncCalls, metrics);
        return new CallRunner(held, admission, processor);
    }

    private CallRunner newRunner() {
        HeldReplies held = new HeldReplies(sweeper, admission, metrics.newRecorder());
        CallRunner runner = newRunner(held);
        sweeper.register(held);
        return runner;
    }

    /** The runner with which the calling thread runs its next call. */
    CallRunner current() {
        CallRunner runner = current.get();
        if (runner == null) {
            runner = OwnThreads.isCurrent() ? newRunner() : borrow(null);
            current.set(runner);
        }
        while (runner.isInCall()) {
            runner = runner.nested() == null ? borrow(runner) : runner.nested();
        }
        return runner;
    }

    /** The runner that may hold replies of calls that the calling thread has run, or null. */
    CallRunner holding() {
        CallRunner runner = current.get();
        while (runner != null && runner.isInCall()) {
            runner = runner.nested();
        }
        return runner;
    }

    private CallRunner borrow(CallRunner inside) {
        CallRunner spare = spares.take();
        CallRunner borrowed = spare == null ? newRunner() : spare;
        borrowed.bind(inside);
        return borrowed;
    }

    /** Whether the calling thread gives a runner back once it is flushed. */
    static boolean isBorrowed(CallRunner runner) {
        return runner.outer() != null || !OwnThreads.isCurrent();
    }

    /** Takes a runner back from the calling thread, which has flushed it. */
    void giveBack(CallRunner runner) {
        if (runner.outer() == null) {
            current.remove();
        }
        runner.unbind();
        if (!spares.give(runner)) {
            sweeper.forget(runner.held());
            metrics.end(runner.held().recorder());
        }
    }

    long callTimeoutNanos() {
        return asyncCalls.timeoutNanos();
    }

    ServerCounters counters() {
        return counters;
    }

    Admission admission() {
        return admission;
    }
}
