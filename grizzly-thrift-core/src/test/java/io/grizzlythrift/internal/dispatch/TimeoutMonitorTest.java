package io.grizzlythrift.internal.dispatch;

import static org.testng.Assert.assertTrue;

import io.grizzlythrift.limits.ServerLimits;
import io.grizzlythrift.test.Await;
import io.grizzlythrift.test.LogCapture;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.testng.annotations.Test;

/** Tests that the thread of the timeout monitor survives failed passes, even if logging them fails too. */
public class TimeoutMonitorTest {
    private static final int FAILURES = 3;

    /** A pass every 5 ms. */
    private static final ServerLimits FREQUENT =
            ServerLimits.builder().frameTimeout(Duration.ofMillis(20)).build();

    /** Throws when a failure is logged, as if memory were exhausted. */
    private static final class FailingLog extends Handler implements AutoCloseable {
        private static final Logger ROOT = Logger.getLogger("");

        private final AtomicInteger lines = new AtomicInteger();

        FailingLog() {
            ROOT.addHandler(this);
        }

        @Override
        public void publish(LogRecord record) {
            if (record.getThrown() instanceof OutOfMemoryError) {
                lines.incrementAndGet();
                throw new OutOfMemoryError("while logging");
            }
        }

        @Override
        public void flush() {}

        @Override
        public void close() {
            ROOT.removeHandler(this);
        }
    }

    @Test(timeOut = 60_000)
    void passesContinueAfterAFailure() throws Exception {
        AtomicInteger passes = new AtomicInteger();
        try (LogCapture log = LogCapture.start()) {
            FailingLog failing = new FailingLog();
            TimeoutMonitor monitor;
            try (failing) {
                monitor = new TimeoutMonitor("monitor-fails", FREQUENT, List.of(), () -> {
                    if (passes.incrementAndGet() <= FAILURES) {
                        throw new OutOfMemoryError("in a pass");
                    }
                });
                Await.that("the failure is not logged again", () -> failing.lines.get() > FAILURES);
                assertTrue(monitor.thread().isAlive(), "the timeout monitor has died");
            }
            int before = passes.get();
            Await.that("no further pass", () -> passes.get() > before + 1);
            String line = "timeouts could not be checked";
            Await.that("the failure is not logged", () -> log.count(line) == failing.lines.get() + 1);
            monitor.close();
            monitor.thread().join();
        }
    }
}
