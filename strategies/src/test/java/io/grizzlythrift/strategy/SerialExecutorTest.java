package io.grizzlythrift.strategy;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertFalse;
import static org.testng.Assert.assertTrue;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.glassfish.grizzly.nio.transport.TCPNIOTransport;
import org.testng.annotations.Test;

/** The batches of a connection have their turn one after the other, however a turn ends. */
public final class SerialExecutorTest {
    /** Keeps what it is to run for the test, or refuses it at once. */
    private static final class Threads implements StrategyThreads {
        private final List<CallBatch> given = new ArrayList<>();
        private boolean refuses;

        @Override
        public void execute(CallBatch batch) {
            if (refuses) {
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

    /** Two calls. Notes what is done to it. */
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
        public int claim() {
            return unclaimed() > 0 ? next++ : NONE;
        }

        @Override
        public int unclaimed() {
            return 2 - next;
        }

        @Override
        public void run(int call) {
            notes.add(name + " runs " + call);
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
            notes.add(name + " is refused");
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
        assertEquals(threads.given.size(), 2, "the second one has its turn");
        runAll(threads.given.get(1));
        serial.execute(new Batch("third", notes));
        assertEquals(threads.given.size(), 3, "nothing is before the third one");
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

    /** A flow with more behind the batch that has its turn is none that goes first. */
    @Test
    public void whatWaitsBehindIsABacklog() {
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

    /** A batch of which one call is left. */
    private Batch single() {
        Batch batch = new Batch("single", notes);
        batch.claim();
        return batch;
    }

    /** As a strategy does: if it sees unclaimed calls, another thread gets the batch as well. */
    private static void runAll(CallBatch batch) {
        for (int call = batch.claim(); call != CallBatch.NONE; call = batch.claim()) {
            assertTrue(batch.isSerial(), "a helper would be woken");
            batch.run(call);
        }
        batch.flush();
    }

    /** A thread leaves a batch after a time slice, and another goes on with it: one turn all the same. */
    @Test
    public void leftAndTakenUpAgainIsOneTurn() {
        Threads threads = new Threads();
        SerialExecutor serial = new SerialExecutor(threads);
        serial.execute(new Batch("first", new ArrayList<>()));
        serial.execute(new Batch("second", new ArrayList<>()));
        CallBatch turn = threads.given.get(0);
        turn.run(turn.claim());
        turn.flush();
        assertEquals(threads.given.size(), 1, "a call of the first one is left");
        runAll(turn);
        assertEquals(threads.given.size(), 2, "the second one has its turn");
    }

    /** A strategy that stops refuses what is left of a batch, and flushes it then: still one turn. */
    @Test
    public void refusedAndFlushedIsOneTurn() {
        Threads threads = new Threads();
        SerialExecutor serial = new SerialExecutor(threads);
        serial.execute(new Batch("a", new ArrayList<>()));
        serial.execute(new Batch("b", new ArrayList<>()));
        serial.execute(new Batch("c", new ArrayList<>()));
        threads.given.get(0).reject("stopped");
        threads.given.get(0).flush();
        assertEquals(threads.given.size(), 2, "the third one waits for the second");
    }

    /** Each refusal lets the next batch in, which is refused at once, and so on. */
    @Test
    public void manyRefusalsInARow() {
        Threads threads = new Threads();
        SerialExecutor serial = new SerialExecutor(threads);
        List<String> refused = new ArrayList<>();
        serial.execute(new Batch("held", new ArrayList<>()));
        int waiting = 100_000;
        for (int i = 0; i < waiting; i++) {
            serial.execute(new Batch("waits", refused));
        }
        threads.refuses = true;
        runAll(threads.given.get(0));
        assertEquals(refused.size(), waiting);
        threads.refuses = false;
        serial.execute(new Batch("after", new ArrayList<>()));
        assertEquals(threads.given.size(), 2, "the executor is free again");
    }
}
