package io.grizzlythrift.server;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertTrue;

import io.grizzlythrift.frame.FrameBatches;
import java.util.concurrent.atomic.AtomicInteger;
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
        AtomicInteger rounds = new AtomicInteger();
        try (LogCapture log = LogCapture.start()) {
            FailingLog failing = new FailingLog();
            Patrol patrol;
            try (failing) {
                patrol = new Patrol("patrol-fails", ServerLimits.defaults(), () -> {
                    if (rounds.incrementAndGet() <= FAILURES) {
                        throw new OutOfMemoryError("round");
                    }
                });
                Await.that("the log is not tried again", () -> failing.lines.get() > FAILURES);
                assertTrue(patrol.thread().isAlive(), "the patrol has died");
            }
            int before = rounds.get();
            Await.that("no more rounds", () -> rounds.get() > before + 1);
            String line = "limits of time could not be looked at";
            Await.that("the failure is lost", () -> log.count(line) == failing.lines.get() + 1);
            patrol.close();
            patrol.thread().join();
        }
    }

    @Test(timeOut = 60_000)
    void theSweeperGoesOnToOtherThreads() throws Exception {
        try (LogCapture log = LogCapture.start();
                ReplySweeper sweeper = new ReplySweeper("sweeper-fails")) {
            HeldReplies broken = held(sweeper, null);
            Admission admission = new Admission(
                    ServerLimits.defaults(), true, new LimitEvents("sweeper-fails", new ServerCounters()));
            HeldReplies good = held(sweeper, admission);
            assertEquals(admission.admit(1, () -> 0), 1);
            broken.open();
            good.open();
            Await.that("the replies of the other thread stay", () -> admission.inFlight() == 0);
            Await.that("no failure is logged", () -> log.count("replies could not be swept") > 0);
            assertTrue(sweeper.thread().isAlive(), "the sweeper has died");
        }
    }

    /** What holds the end of one call. Without an admission it cannot be reported. */
    private static HeldReplies held(ReplySweeper sweeper, Admission admission) {
        ReplyLine line = TestConnections.line(ReplyOrder.REQUEST, new TestSink((bytes, offset, length) -> {}));
        HeldReplies held = new HeldReplies(sweeper, admission, new ServerMetrics().newRecorder());
        ConnectionBatch batch = new ConnectionBatch(TestConnections.of(line), FrameBatches.of(new byte[1]), null, 0);
        batch.admit(1);
        held.endCall(batch, 0);
        sweeper.register(held);
        return held;
    }
}
