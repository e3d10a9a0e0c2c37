package io.grizzlythrift.dispatch.admission;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertFalse;
import static org.testng.Assert.assertTrue;

import io.grizzlythrift.limits.LimitType;
import io.grizzlythrift.limits.ServerLimits;
import io.grizzlythrift.metrics.recorder.CounterRecorder;
import io.grizzlythrift.metrics.recorder.LimitReporter;
import io.grizzlythrift.strategy.spi.CallBatch;
import io.grizzlythrift.strategy.spi.CallFlow;
import io.grizzlythrift.strategy.spi.QueuePolicy;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.testng.annotations.Test;

/** Tests the limits on the time in queue, and the places of priorities among the calls in flight. */
public final class QueueTimeTest {
    private static final CallFlow OVERLOADED = new CallFlow();
    private static final CallFlow OTHER = new CallFlow();
    private static final long TARGET = TimeUnit.MILLISECONDS.toNanos(5);
    private static final long TIMEOUT = TimeUnit.SECONDS.toNanos(2);

    private static QueueTime queueTime(ServerLimits.Builder limits, boolean hasQueue) {
        ServerLimits built = limits.build();
        return new QueueTime(built.queueTimeout(), built.queueTarget(), hasQueue, flow -> flow == OVERLOADED);
    }

    @Test
    void targetAppliesUnderOverloadAndTimeoutAlways() {
        QueueTime queueTime = queueTime(ServerLimits.builder().queueTarget(Duration.ofMillis(5)), true);
        assertFalse(queueTime.isOverdue(OVERLOADED, TARGET));
        assertTrue(queueTime.isOverdue(OVERLOADED, TARGET + 1));
        assertFalse(queueTime.isOverdue(OTHER, TIMEOUT));
        assertTrue(queueTime.isOverdue(OTHER, TIMEOUT + 1));
        assertEquals(queueTime.limit(TARGET + 1), LimitType.QUEUE_TARGET);
        assertEquals(queueTime.limit(TIMEOUT + 1), LimitType.QUEUE_TIMEOUT);
        assertEquals(
                queueTime.message(TimeUnit.MILLISECONDS.toNanos(7)),
                "it waited for 7 ms, queueTarget is 5 ms while the server is overloaded");
        assertEquals(queueTime.message(TIMEOUT + 1), "it waited for 2000 ms, queueTimeout is 2000 ms");
    }

    @Test
    void withoutATargetOnlyTheTimeoutApplies() {
        QueueTime queueTime = queueTime(ServerLimits.builder(), true);
        assertFalse(queueTime.isOverdue(OVERLOADED, TIMEOUT));
        assertTrue(queueTime.isOverdue(OVERLOADED, TIMEOUT + 1));
    }

    @Test
    void withoutAQueueNothingIsOverdue() {
        assertFalse(queueTime(ServerLimits.builder(), false).isOverdue(OVERLOADED, Long.MAX_VALUE));
    }

    /** Of 160 places, each priority leaves ten to every higher one, apart from the fair shares of connections. */
    @Test
    void prioritiesLeavePlacesInFlight() {
        int[] expected = {150, 140, 130, 120, 110};
        for (int priority = 0; priority < CallBatch.PRIORITIES; priority++) {
            AdmissionControl admission = admission(new QueuePolicy(true, Optional.empty()));
            assertEquals(admitOneByOne(admission, priority), expected[priority], "priority " + priority);
            assertEquals(admission.admit(1, priority, () -> 0), 1, "the first call of a connection");
        }
        assertEquals(admitOneByOne(admission(QueuePolicy.FIFO), CallBatch.PRIORITIES - 1), 150);
    }

    private static AdmissionControl admission(QueuePolicy policy) {
        ServerLimits limits = ServerLimits.builder().maxInFlight(160).build();
        return new AdmissionControl(limits, policy, new LimitReporter("admission", new CounterRecorder()));
    }

    /** Admits calls of connections that already have one call each. */
    private static int admitOneByOne(AdmissionControl admission, int priority) {
        int admitted = 0;
        while (admission.admit(1, priority, () -> 1) == 1) {
            admitted++;
        }
        return admitted;
    }
}
