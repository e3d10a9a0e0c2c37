package io.grizzlythrift.server;

import org.apache.thrift.protocol.TProtocolFactory;

/** The call runner of each thread that runs calls of one server filter. */
final class CallRunners {
    private final ThreadLocal<CallRunner> current;
    private final ServerCounters counters;

    CallRunners(TProtocolFactory protocolFactory, int maxFrameBytes, ReplySweeper sweeper, ServerCounters counters) {
        this.counters = counters;
        CallFailures failures = new CallFailures(counters);
        current = ThreadLocal.withInitial(() -> {
            CallRunner runner = new CallRunner(protocolFactory, maxFrameBytes, sweeper, failures);
            sweeper.register(runner);
            return runner;
        });
    }

    CallRunner current() {
        return current.get();
    }

    void countRefused() {
        counters.countRefused();
    }
}
