package io.grizzlythrift.strategy.internal.threads;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertFalse;
import static org.testng.Assert.assertTrue;

import io.grizzlythrift.strategy.internal.queue.RunDelay;
import io.grizzlythrift.strategy.testing.BlockingBatch;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.testng.annotations.BeforeMethod;
import org.testng.annotations.Test;

/** Tests when calls count as holding a selector thread for too long, with a clock that the test advances. */
public final class SelectorMonitorTest {
    private static final long LIMIT = TimeUnit.MILLISECONDS.toNanos(30);

    private final BlockingBatch batch = BlockingBatch.released(1);
    private final List<Long> overruns = new ArrayList<>();
    private long now;
    private long delay;
    private boolean closed;
    private SelectorLease lease;
    private SelectorMonitor monitor;

    private final class Delay implements RunDelay {
        @Override
        public void refresh(long at) {}

        @Override
        public long since(long at) {
            long since = delay;
            delay = 0;
            return since;
        }

        @Override
        public void close() {
            closed = true;
        }
    }

    @BeforeMethod
    void begin() {
        overruns.clear();
        now = Long.MAX_VALUE - 5; // overflows: only differences matter
        delay = 0;
        closed = false;
        lease = new SelectorLease(null);
        monitor = new SelectorMonitor("monitor", LIMIT, () -> now, (of, running, nanos) -> {
            assertEquals(running, of.running());
            overruns.add(nanos);
        });
        monitor.add(lease, new Delay());
    }

    private long check(long passed) {
        now += passed;
        return monitor.check();
    }

    private void checks(int count) {
        for (int i = 0; i < count; i++) {
            check(SelectorMonitor.PERIOD_NANOS);
        }
    }

    @Test
    void callsThatOutlastTheLimitAreReportedUntilTheLeaseIsTaken() {
        lease.begin(batch, null);
        checks(3);
        assertEquals(overruns, List.of(), "they began before the first check, or after the one before");
        checks(1);
        assertEquals(overruns, List.of(LIMIT));
        checks(1);
        assertEquals(overruns.size(), 2);
        assertTrue(lease.take(lease.running()));
        checks(2);
        assertEquals(overruns.size(), 2);
        assertTrue(closed);
        assertFalse(lease.end());
    }

    @Test
    void callsThatEndInTimeAreNot() {
        for (int i = 0; i < 20; i++) {
            lease.begin(batch, null);
            checks(3);
            assertTrue(lease.end());
        }
        checks(10);
        assertEquals(overruns, List.of());
        assertFalse(closed);
    }

    /** The garbage collector stops the monitor, too. */
    @Test
    void aCheckThatComesLateProvesLittle() {
        lease.begin(batch, null);
        checks(1);
        check(100 * LIMIT);
        assertEquals(overruns, List.of());
        checks(1);
        assertEquals(overruns, List.of(LIMIT));
    }

    @Test
    void theDelayDoesNotCount() {
        lease.begin(batch, null);
        checks(1);
        for (int i = 0; i < 10; i++) {
            delay = SelectorMonitor.PERIOD_NANOS;
            checks(1);
        }
        assertEquals(overruns, List.of());
        checks(3);
        assertEquals(overruns, List.of(LIMIT));
    }

    @Test
    void withoutCallsThePeriodIsLonger() {
        checks(SelectorMonitor.CHECKS_UNTIL_IDLE - 1);
        assertEquals(check(1), SelectorMonitor.IDLE_PERIOD_NANOS);
        lease.begin(batch, null);
        lease.end();
        assertEquals(check(1), SelectorMonitor.PERIOD_NANOS);
    }
}
