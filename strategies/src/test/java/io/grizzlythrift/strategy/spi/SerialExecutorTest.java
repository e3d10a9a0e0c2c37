package io.grizzlythrift.strategy.spi;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertFalse;
import static org.testng.Assert.assertTrue;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.glassfish.grizzly.nio.transport.TCPNIOTransport;
import org.testng.annotations.Test;

/** Tests that the batches of a connection run one after the other, however each of them ends. */
public final class SerialExecutorTest {
    /** Records submitted batches for the test, or rejects them at once. */
    private static final class Threads implements StrategyThreads {
        private final List<CallBatch> given = new ArrayList<>();
        private boolean rejects;

        @Override
        public void execute(CallBatch batch) {
            if (rejects) {
                batch.reject("made up by a test");
            } else {
                given.add(batch);
            }
        }

        @Override
        public void install(TCPNIOTransport transport) {}

        @Override
        public void shutdownNow() {}

        @Override
        public boolean awaitTermination(Duration timeout) {
            return true;
        }
    }

    /** A batch of two calls that records what happens to it. */
    private static final class Batch implements CallBatch {
        private final CallFlow flow = new CallFlow();
        private final String name;
        private final List<String> notes;
        private int next;

        Batch(String name, List<String> notes) {
            this.name = name;
            this.notes = notes;
        }

        @Override
        public CallFlow flow() {
            return flow;
        }

        @Override
        public Call claim() {
            return unclaimed() > 0 ? call(next++) : null;
        }

        private Call call(int number) {
            return () -> notes.add(name + " runs " + number);
        }

        @Override
        public int unclaimed() {
            return 2 - next;
        }

        @Override
        public void flush() {
            notes.add(name + " is flushed");
        }

        @Override
        public void flushLater() {
            notes.add(name + " is flushed later");
        }

        @Override
        public void reject(String reason) {
            next = 2;
            notes.add(name + " is rejected");
        }
    }

    private final List<String> notes = new ArrayList<>();

    @Test
    public void oneAfterTheOther() {
        Threads threads = new Threads();
        SerialExecutor serial = new SerialExecutor(threads);
        serial.execute(new Batch("first", notes));
        serial.execute(new Batch("second", notes));
        assertEquals(threads.given.size(), 1, "the second one waits");
        runAll(threads.given.get(0));
        assertEquals(threads.given.size(), 2, "the second one was submitted");
        runAll(threads.given.get(1));
        serial.execute(new Batch("third", notes));
        assertEquals(threads.given.size(), 3, "the third one is submitted at once");
        assertEquals(
                notes,
                List.of(
                        "first runs 0",
                        "first runs 1",
                        "first is flushed",
                        "second runs 0",
                        "second runs 1",
                        "second is flushed"));
    }

    /** A flow with another batch behind the running one has a backlog. */
    @Test
    public void waitingBatchIsABacklog() {
        Threads threads = new Threads();
        SerialExecutor serial = new SerialExecutor(threads);
        serial.execute(single());
        assertFalse(threads.given.get(0).hasBacklog());
        serial.execute(single());
        serial.execute(single());
        runAll(threads.given.get(0));
        assertTrue(threads.given.get(1).hasBacklog(), "the third one waits");
        runAll(threads.given.get(1));
        assertFalse(threads.given.get(2).hasBacklog());
        runAll(threads.given.get(2));
        serial.execute(new Batch("two calls", notes));
        assertTrue(threads.given.get(3).hasBacklog());
    }

    /** Creates a batch with one call left. */
    private Batch single() {
        Batch batch = new Batch("single", notes);
        batch.claim();
        return batch;
    }

    /** Runs a batch as a strategy does, which would wake a helper if it saw unclaimed calls. */
    private static void runAll(CallBatch batch) {
        for (Call call = batch.claim(); call != null; call = batch.claim()) {
            assertTrue(batch.isSerial(), "a helper would be woken");
            call.run();
        }
        batch.flush();
    }

    /** A thread leaves a batch after a time slice and another one continues it: the batch ends once. */
    @Test
    public void batchContinuedByAnotherThreadEndsOnce() {
        Threads threads = new Threads();
        SerialExecutor serial = new SerialExecutor(threads);
        serial.execute(new Batch("first", new ArrayList<>()));
        serial.execute(new Batch("second", new ArrayList<>()));
        CallBatch batch = threads.given.get(0);
        batch.claim().run();
        batch.flush();
        assertEquals(threads.given.size(), 1, "the first one has a call left");
        runAll(batch);
        assertEquals(threads.given.size(), 2, "the second one was submitted");
    }

    /** A strategy that stops rejects the rest of a batch and then flushes it: the batch ends once. */
    @Test
    public void rejectedAndFlushedBatchEndsOnce() {
        Threads threads = new Threads();
        SerialExecutor serial = new SerialExecutor(threads);
        serial.execute(new Batch("a", new ArrayList<>()));
        serial.execute(new Batch("b", new ArrayList<>()));
        serial.execute(new Batch("c", new ArrayList<>()));
        threads.given.get(0).reject("stopped");
        threads.given.get(0).flush();
        assertEquals(threads.given.size(), 2, "the third one waits for the second");
    }

    /** Each rejection submits the next batch, which is rejected at once, and so on. */
    @Test
    public void manyRejectionsInARow() {
        Threads threads = new Threads();
        SerialExecutor serial = new SerialExecutor(threads);
        List<String> rejected = new ArrayList<>();
        serial.execute(new Batch("held", new ArrayList<>()));
        int waiting = 100_000;
        for (int i = 0; i < waiting; i++) {
            serial.execute(new Batch("waits", rejected));
        }
        threads.rejects = true;
        runAll(threads.given.get(0));
        assertEquals(rejected.size(), waiting);
        threads.rejects = false;
        serial.execute(new Batch("after", new ArrayList<>()));
        assertEquals(threads.given.size(), 2, "the executor is free again");
    }
}
