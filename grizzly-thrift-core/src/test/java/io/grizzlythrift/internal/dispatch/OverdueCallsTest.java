package io.grizzlythrift.internal.dispatch;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertFalse;
import static org.testng.Assert.assertTrue;

import io.grizzlythrift.internal.metrics.CounterRecorder;
import io.grizzlythrift.internal.metrics.LimitReporter;
import io.grizzlythrift.limits.LimitType;
import io.grizzlythrift.limits.ServerLimits;
import io.grizzlythrift.strategy.spi.CallBatch;
import io.grizzlythrift.strategy.spi.QueuePolicy;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.testng.annotations.Test;

/** Tests the limits on the time in queue, and the places of priorities among the calls in flight. */
public final class OverdueCallsTest {
    private static final CallOrigin OVERLOADED = new TestCallOrigin(null, null);
    private static final CallOrigin OTHER = new TestCallOrigin(null, null);
    private static final CallRoute ROUTE = TestAdmission.route(ServerLimits.defaults());
    private static final long TARGET = TimeUnit.MILLISECONDS.toNanos(5);
    private static final long TIMEOUT = TimeUnit.SECONDS.toNanos(2);

    private static CallRoute route(ServerLimits.Builder limits, boolean hasQueue) {
        return TestAdmission.route(
                CallRoute.MAIN,
                limits.build(),
                new TestAdmission.IdleThreads(hasQueue, flow -> flow == OVERLOADED.flow()));
    }

    @Test
    void targetAppliesUnderOverloadAndTimeoutAlways() {
        CallRoute route = route(ServerLimits.builder().queueTarget(Duration.ofMillis(5)), true);
        assertFalse(route.isOverdue(OVERLOADED, TARGET));
        assertTrue(route.isOverdue(OVERLOADED, TARGET + 1));
        assertFalse(route.isOverdue(OTHER, TIMEOUT));
        assertTrue(route.isOverdue(OTHER, TIMEOUT + 1));
        assertEquals(route.limitReached(TARGET + 1), LimitType.QUEUE_TARGET);
        assertEquals(route.limitReached(TIMEOUT + 1), LimitType.QUEUE_TIMEOUT);
        assertEquals(
                route.overdueMessage(TimeUnit.MILLISECONDS.toNanos(7)),
                "it waited for 7 ms, queueTarget is 5 ms while the server is overloaded");
        assertEquals(route.overdueMessage(TIMEOUT + 1), "it waited for 2000 ms, queueTimeout is 2000 ms");
    }

    @Test
    void withoutATargetOnlyTheTimeoutApplies() {
        CallRoute route = route(ServerLimits.builder(), true);
        assertFalse(route.isOverdue(OVERLOADED, TIMEOUT));
        assertTrue(route.isOverdue(OVERLOADED, TIMEOUT + 1));
    }

    @Test
    void withoutAQueueNothingIsOverdue() {
        assertFalse(route(ServerLimits.builder(), false).isOverdue(OVERLOADED, Long.MAX_VALUE));
    }

    /** Of 160 places, each priority leaves ten to every higher one, apart from the fair shares of connections. */
    @Test
    void prioritiesLeavePlacesInFlight() {
        int[] expected = {150, 140, 130, 120, 110};
        for (int priority = 0; priority < CallBatch.PRIORITIES; priority++) {
            AdmissionControl admission = admission(new QueuePolicy(true, Optional.empty()));
            assertEquals(admitOneByOne(admission, priority), expected[priority], "priority " + priority);
            assertEquals(admission.admit(ROUTE, null, 1, priority, () -> 0), 1, "the first call of a connection");
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
        while (admission.admit(ROUTE, null, 1, priority, () -> 1) == 1) {
            admitted++;
        }
        return admitted;
    }
}
