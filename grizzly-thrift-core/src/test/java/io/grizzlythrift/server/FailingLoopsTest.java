package io.grizzlythrift.server;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertTrue;

import io.grizzlythrift.call.ReplyOrder;
import io.grizzlythrift.dispatch.AdmissionControl;
import io.grizzlythrift.limits.ServerLimits;
import io.grizzlythrift.metrics.recorder.CounterRecorder;
import io.grizzlythrift.metrics.recorder.LimitReporter;
import io.grizzlythrift.reply.FlushTimer;
import io.grizzlythrift.reply.ReplyBuffer;
import io.grizzlythrift.reply.ReplyQueue;
import io.grizzlythrift.reply.TestReplyWriter;
import io.grizzlythrift.test.Await;
import io.grizzlythrift.test.LogCapture;
import io.grizzlythrift.test.TestConnections;
import io.grizzlythrift.timeout.TimeoutMonitor;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntConsumer;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.testng.annotations.Test;

/** Threads of the server that must go on whatever one turn throws, when the log fails, too. */
public class FailingLoopsTest {
    private static final int FAILURES = 3;

    /** A log for which there is no memory. */
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
                throw new OutOfMemoryError("the log's");
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
    void thePatrolGoesOn() throws Exception {
        AtomicInteger passes = new AtomicInteger();
        try (LogCapture log = LogCapture.start()) {
            FailingLog failing = new FailingLog();
            TimeoutMonitor monitor;
            try (failing) {
                monitor = new TimeoutMonitor("monitor-fails", ServerLimits.defaults(), () -> {
                    if (passes.incrementAndGet() <= FAILURES) {
                        throw new OutOfMemoryError("round");
                    }
                });
                Await.that("the log is not tried again", () -> failing.lines.get() > FAILURES);
                assertTrue(monitor.thread().isAlive(), "the timeout monitor has died");
            }
            int before = passes.get();
            Await.that("no further pass", () -> passes.get() > before + 1);
            String line = "timeouts could not be checked";
            Await.that("the failure is lost", () -> log.count(line) == failing.lines.get() + 1);
            monitor.close();
            monitor.thread().join();
        }
    }

    @Test(timeOut = 60_000)
    void theSweeperGoesOnToOtherThreads() throws Exception {
        try (LogCapture log = LogCapture.start();
                FlushTimer flushTimer = new FlushTimer("flush-timer-fails")) {
            ReplyBuffer broken = held(flushTimer, ended -> {
                throw new IllegalStateException("made up by a test");
            });
            AdmissionControl admission = new AdmissionControl(
                    ServerLimits.defaults(), true, new LimitReporter("flush-timer-fails", new CounterRecorder()));
            ReplyBuffer good = held(flushTimer, admission::ended);
            assertEquals(admission.admit(1, () -> 0), 1);
            broken.share();
            good.share();
            Await.that("the replies of the other thread stay", () -> admission.inFlight() == 0);
            Await.that("no failure is logged", () -> log.count("replies could not be flushed") > 0);
            assertTrue(flushTimer.thread().isAlive(), "the flush timer has died");
        }
    }

    /** Holds the end of one call. */
    private static ReplyBuffer held(FlushTimer flushTimer, IntConsumer endedCalls) {
        ReplyQueue line = TestConnections.queue(ReplyOrder.REQUEST, new TestReplyWriter((bytes, offset, length) -> {}));
        ReplyBuffer held = new ReplyBuffer(flushTimer, endedCalls);
        held.endCall(TestConnections.of(line), line.accept(1), true);
        flushTimer.register(held);
        return held;
    }
}
