package io.grizzlythrift.strategy;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Runs the batches of one connection one after the other, each on a single thread of a strategy. The queue is not bounded
 * here: a server stops reading a connection that has too many calls in flight.
 */
final class SerialExecutor {
    /** Not a compile-time constant: that would be allocated on first use, when there may be no memory. */
    private static final String NOT_TAKEN = String.valueOf("no thread could take the call");

    private final StrategyThreads threads;
    private final Queue<Turn> waiting = new ConcurrentLinkedQueue<>();

    /** Batches that wait, and the one that has its turn. */
    private final AtomicInteger size = new AtomicInteger();

    SerialExecutor(StrategyThreads threads) {
        this.threads = threads;
    }

    /** Has a batch run when it is its turn. */
    void add(CallBatch batch) {
        waiting.add(new Turn(batch)); // all that needs memory, so that a turn is not lost for want of it
        if (size.getAndIncrement() == 0) {
            runNext();
        }
    }

    /** A loop instead of a recursion: a turn may end before it was handed over, for example because it is refused. */
    private void runNext() {
        boolean more = true;
        while (more) {
            Turn turn = waiting.remove();
            turn.beginHandingOver();
            try {
                threads.execute(turn);
            } catch (Throwable t) { // such as an executor without memory for a thread: the next turn has to come
                turn.refuse(NOT_TAKEN);
            }
            more = turn.handedOver() && size.decrementAndGet() > 0;
        }
    }

    private void endTurn() {
        if (size.decrementAndGet() > 0) {
            runNext();
        }
    }

    /**
     * A batch for one thread at a time, which lets the next one run when it has ended: with a flush after which no call is
     * left. A flush before is that of a thread which leaves it to another.
     */
    private final class Turn implements CallBatch {
        private final CallBatch batch;

        /** Who hands it over. Written before any other thread gets the turn. */
        private Thread handingOver;

        /** Of the thread that hands over, which alone uses these two. */
        private boolean isHandedOver;

        private boolean endedEarly;

        /** Of the thread that runs the turn. */
        private boolean ended;

        Turn(CallBatch batch) {
            this.batch = batch;
        }

        void beginHandingOver() {
            handingOver = Thread.currentThread();
        }

        /** Returns whether the turn has ended meanwhile and the next one is left to the caller. */
        boolean handedOver() {
            isHandedOver = true;
            return endedEarly;
        }

        private void end() {
            if (ended) {
                return;
            }
            ended = true;
            if (Thread.currentThread() == handingOver && !isHandedOver) {
                endedEarly = true;
            } else {
                endTurn();
            }
        }

        @Override
        public CallFlow flow() {
            return batch.flow();
        }

        @Override
        public boolean isSerial() {
            return true;
        }

        @Override
        public int claim() {
            return batch.claim();
        }

        @Override
        public int unclaimed() {
            return batch.unclaimed();
        }

        @Override
        public boolean hasBacklog() {
            return batch.hasBacklog() || size.get() > 1;
        }

        @Override
        public void run(int call) {
            batch.run(call);
        }

        @Override
        public void flush() {
            batch.flush();
            if (batch.unclaimed() == 0) {
                end();
            }
        }

        @Override
        public void flushLater() {
            batch.flushLater();
            if (batch.unclaimed() == 0) {
                end();
            }
        }

        @Override
        public void refuse(String reason) {
            batch.refuse(reason);
            end();
        }
    }
}
