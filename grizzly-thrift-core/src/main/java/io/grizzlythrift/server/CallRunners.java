package io.grizzlythrift.server;

/** The call runner of each thread that runs calls of one server filter. */
final class CallRunners {
    private final ThreadLocal<CallRunner> current;
    private final ServiceConfig service;
    private final Admission admission;
    private final AsyncCalls asyncCalls;
    private final CallFailures failures;
    private final Interceptors interceptors;
    private final ServerMetrics metrics;

    CallRunners(
            ServiceConfig service,
            ReplySweeper sweeper,
            Admission admission,
            AsyncCalls asyncCalls,
            ServerCounters counters,
            ServerMetrics metrics) {
        this.service = service;
        this.admission = admission;
        this.asyncCalls = asyncCalls;
        this.metrics = metrics;
        failures = new CallFailures(counters);
        interceptors = new Interceptors(service.interceptors());
        current = ThreadLocal.withInitial(() -> {
            HeldReplies held = new HeldReplies(sweeper, admission, metrics.newRecorder());
            sweeper.register(held);
            return newRunner(held);
        });
    }

    CallRunner newRunner(HeldReplies held) {
        CallProcessor processor = new CallProcessor(service, held, failures, interceptors, asyncCalls, metrics);
        return new CallRunner(held, admission, processor);
    }

    CallRunner current() {
        return current.get();
    }

    long callTimeoutNanos() {
        return asyncCalls.timeoutNanos();
    }

    Admission admission() {
        return admission;
    }
}
