package io.grizzlythrift.strategy;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertSame;
import static org.testng.Assert.assertTrue;

import io.grizzlythrift.strategy.spi.Call;
import io.grizzlythrift.strategy.spi.CallBatch;
import io.grizzlythrift.strategy.spi.CallFlow;
import io.grizzlythrift.strategy.spi.StrategyThreads;
import io.grizzlythrift.strategy.testing.BlockingBatch;
import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/**
 * Tests that an exception from a batch is logged at ERROR, once per second, without any other line, and that threads
 * survive.
 */
@Test(timeOut = 60_000)
public class UncaughtExceptionsTest {
    private static final int BATCHES = 50;
    private static final Logger OURS = Logger.getLogger("io.grizzlythrift");

    private static final class Records extends Handler {
        private final Queue<LogRecord> records = new ConcurrentLinkedQueue<>();

        @Override
        public void publish(LogRecord record) {
            records.add(record);
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
    }

    /** Throws from its only call. */
    private static final class BrokenBatch implements CallBatch {
        private final CallFlow flow = new CallFlow();
        private final CountDownLatch ran;
        private boolean claimed;

        BrokenBatch(CountDownLatch ran) {
            this.ran = ran;
        }

        @Override
        public CallFlow flow() {
            return flow;
        }

        @Override
        public synchronized Call claim() {
            boolean first = !claimed;
            claimed = true;
            return first ? this::run : null;
        }

        @Override
        public int unclaimed() {
            return 0;
        }

        private void run() {
            ran.countDown();
            throw new IllegalStateException("broken");
        }

        @Override
        public void flush() {}

        @Override
        public void flushLater() {}

        @Override
        public void reject(String reason) {}
    }

    @DataProvider
    static Object[][] strategies() {
        return new Object[][] {{WorkerThreadStrategy.ofThreads(2)}, {LeaderFollowerStrategy.ofThreads(2)}};
    }

    @Test(dataProvider = "strategies", timeOut = 60_000)
    public void uncaughtExceptionsAreErrors(ProcessingStrategy strategy) throws Exception {
        Records log = new Records();
        log.setLevel(Level.ALL);
        OURS.setLevel(Level.ALL);
        OURS.setUseParentHandlers(false);
        OURS.addHandler(log);
        String name = "broken-" + strategy.name();
        StrategyThreads threads = strategy.start(name, 1);
        try {
            CountDownLatch ran = new CountDownLatch(BATCHES);
            long begin = System.nanoTime();
            for (int i = 0; i < BATCHES; i++) {
                threads.execute(new BrokenBatch(ran));
            }
            assertTrue(ran.await(BlockingBatch.TIMEOUT_SECONDS, TimeUnit.SECONDS), ran.getCount() + " never ran");
            BlockingBatch next = BlockingBatch.released(1);
            threads.execute(next);
            next.awaitEnded();
            threads.shutdownNow();
            assertTrue(threads.awaitTermination(Duration.ofSeconds(BlockingBatch.TIMEOUT_SECONDS)));
            long seconds = TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - begin);
            List<LogRecord> records = List.copyOf(log.records);
            assertTrue(!records.isEmpty() && records.size() <= seconds + 2, records.size() + " records");
            for (LogRecord record : records) {
                assertEquals(record.getLevel(), Level.SEVERE);
                assertEquals(record.getLoggerName(), StrategyThreads.class.getName());
                assertTrue(record.getMessage().contains("uncaught in " + name + "-"), record.getMessage());
                assertSame(record.getThrown().getClass(), IllegalStateException.class);
            }
        } finally {
            threads.shutdownNow();
            OURS.removeHandler(log);
            OURS.setUseParentHandlers(true);
            OURS.setLevel(null);
        }
    }
}
