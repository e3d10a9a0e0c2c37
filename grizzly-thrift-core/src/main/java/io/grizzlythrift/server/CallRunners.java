package io.grizzlythrift.server;

/** The call runner of each thread that runs calls of one server filter. */
final class CallRunners {
    private final ThreadLocal<CallRunner> current;
    private final Admission admission;

    CallRunners(ServiceConfig service, ReplySweeper sweeper, Admission admission, ServerCounters counters) {
        this.admission = admission;
        CallFailures failures = new CallFailures(counters);
        current = ThreadLocal.withInitial(() -> {
            CallRunner runner = new CallRunner(service, sweeper, admission, failures);
            sweeper.register(runner);
            return runner;
        });
    }

    CallRunner current() {
        return current.get();
    }

    Admission admission() {
        return admission;
    }
}
