package io.grizzlythrift.dispatch.admission;

import io.grizzlythrift.limits.ServerLimits;
import io.grizzlythrift.metrics.recorder.LimitReporter;
import io.grizzlythrift.strategy.spi.QueuePolicy;

/** Creates admission controls of servers without priorities. */
public final class TestAdmission {
    private TestAdmission() {}

    public static AdmissionControl of(ServerLimits limits, LimitReporter limitReporter) {
        return new AdmissionControl(limits, QueuePolicy.FIFO, limitReporter);
    }

    /** Returns a route whose calls are not run by any thread. */
    public static CallRoute route(ServerLimits limits) {
        QueueTime queueTime = new QueueTime(limits.queueTimeout(), limits.queueTarget(), true, flow -> false);
        return new CallRoute(
                CallRoute.MAIN, batch -> {}, queueTime, limits.callTimeout().toNanos());
    }
}
