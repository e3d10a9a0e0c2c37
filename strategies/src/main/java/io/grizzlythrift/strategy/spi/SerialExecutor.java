package io.grizzlythrift.strategy.spi;

import io.grizzlythrift.strategy.internal.queue.MethodPace;
import io.grizzlythrift.strategy.internal.queue.PacedBatch;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Runs the batches of one connection one after the other, each on a single thread of a strategy. The queue is unbounded:
 * the server stops reading a connection that has too many calls in flight.
 *
 * <p>{@link #size} counts the queued batches and the running one. The thread that raises it from 0 starts the first batch,
 * and the thread that ends a batch starts the next one if the count is still above 0. So exactly one thread submits at any
 * time. It writes a batch's plain fields before {@link StrategyThreads#execute} hands the batch over, which orders them
 * before the batch runs; {@code size.decrementAndGet()} orders everything a batch did before the next batch.
 */
final class SerialExecutor {
    /** Not a compile-time constant: that would be allocated on first use, when memory may be exhausted. */
    private static final String NOT_EXECUTED = String.valueOf("no thread could take the call");

    private final StrategyThreads threads;
    private final Queue<SerialBatch> waiting = new ConcurrentLinkedQueue<>();

    /** The number of queued batches, plus the running one. */
    private final AtomicInteger size = new AtomicInteger();

    SerialExecutor(StrategyThreads threads) {
        this.threads = threads;
    }

    /** Runs a batch after all batches submitted earlier. */
    void execute(CallBatch batch) {
        waiting.add(new SerialBatch(batch)); // all allocation happens here, so no later step fails for lack of memory
        if (size.getAndIncrement() == 0) {
            submitNext();
        }
    }

    /** Loops instead of recursing: a batch may end before its submission returns, for example because it is rejected. */
    private void submitNext() {
        boolean more = true;
        while (more) {
            SerialBatch next = waiting.remove();
            next.beginSubmission();
            try {
                threads.execute(next);
            } catch (Throwable t) { // such as an executor that cannot create a thread: the next batch must still run
                next.reject(NOT_EXECUTED);
            }
            more = next.endSubmission() && size.decrementAndGet() > 0;
        }
    }

    private void ended() {
        if (size.decrementAndGet() > 0) {
            submitNext();
        }
    }

    /**
     * A batch for one thread at a time. It ends, and the next one may run, with a flush after which no call is left. An
     * earlier flush comes from a thread that leaves the rest of the batch to another thread.
     */
    private final class SerialBatch implements CallBatch, PacedBatch {
        private final CallBatch batch;

        /** The thread that submits the batch. Written before any other thread can see the batch. */
        private @Nullable Thread submitter;

        /** Confined to the submitting thread, like {@link #endedDuringSubmission}. */
        private boolean isSubmitted;

        private boolean endedDuringSubmission;

        /** Confined to the thread that runs the batch. */
        private boolean ended;

        SerialBatch(CallBatch batch) {
            this.batch = batch;
        }

        void beginSubmission() {
            submitter = Thread.currentThread();
        }

        /** Returns whether the batch has already ended, so that the caller must submit the next one. */
        boolean endSubmission() {
            isSubmitted = true;
            return endedDuringSubmission;
        }

        private void end() {
            if (ended) {
                return;
            }
            ended = true;
            if (Thread.currentThread() == submitter && !isSubmitted) {
                endedDuringSubmission = true;
            } else {
                SerialExecutor.this.ended();
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
        public @Nullable Call claim() {
            return batch.claim();
        }

        @Override
        public int unclaimed() {
            return batch.unclaimed();
        }

        @Override
        public @Nullable MethodPace nextPace() {
            return batch instanceof PacedBatch paced ? paced.nextPace() : null;
        }

        @Override
        public int countOfSameMethod(int max) {
            return batch instanceof PacedBatch paced ? paced.countOfSameMethod(max) : 1;
        }

        @Override
        public boolean hasBacklog() {
            return batch.hasBacklog() || size.get() > 1;
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
        public void reject(String reason) {
            batch.reject(reason);
            end();
        }
    }
}
