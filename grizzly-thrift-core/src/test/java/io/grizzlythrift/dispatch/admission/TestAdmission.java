package io.grizzlythrift.dispatch.admission;

import io.grizzlythrift.limits.ServerLimits;
import io.grizzlythrift.metrics.recorder.LimitReporter;
import io.grizzlythrift.strategy.QueuePolicy;

/** Makes admission controls of servers without priorities. */
public final class TestAdmission {
    private TestAdmission() {}

    public static AdmissionControl of(ServerLimits limits, LimitReporter limitReporter) {
        return new AdmissionControl(
                limits, QueuePolicy.FIFO, new QueueTime(limits, true, flow -> false), limitReporter);
    }
}
