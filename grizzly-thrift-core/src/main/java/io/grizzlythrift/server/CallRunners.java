package io.grizzlythrift.server;

/** The call runner of each thread that runs calls of one server filter. */
final class CallRunners {
    private final ThreadLocal<CallRunner> current;
    private final Admission admission;
    private final long callTimeoutNanos;

    CallRunners(ServiceConfig service, ReplySweeper sweeper, Admission admission, ServerCounters counters) {
        this.admission = admission;
        callTimeoutNanos = service.limits().callTimeout().toNanos();
        CallFailures failures = new CallFailures(counters);
        current = ThreadLocal.withInitial(() -> {
            HeldReplies held = new HeldReplies(sweeper, admission);
            sweeper.register(held);
            return new CallRunner(service, held, admission, failures);
        });
    }

    CallRunner current() {
        return current.get();
    }

    long callTimeoutNanos() {
        return callTimeoutNanos;
    }

    Admission admission() {
        return admission;
    }
}
