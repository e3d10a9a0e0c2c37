package io.grizzlythrift.dispatch.admission;

import io.grizzlythrift.limits.ServerLimits;
import io.grizzlythrift.metrics.recorder.LimitReporter;
import io.grizzlythrift.strategy.QueuePolicy;

/** Makes admission controls of servers without priorities. */
public final class TestAdmission {
    private TestAdmission() {}

    public static AdmissionControl of(ServerLimits limits, LimitReporter limitReporter) {
        return new AdmissionControl(limits, QueuePolicy.FIFO, limitReporter);
    }

    /** Returns the route of calls that no thread takes. */
    public static CallRoute route(ServerLimits limits) {
        QueueTime queueTime = new QueueTime(limits.queueTimeout(), limits.queueTarget(), true, flow -> false);
        return new CallRoute(
                CallRoute.MAIN, batch -> {}, queueTime, limits.callTimeout().toNanos());
    }
}
