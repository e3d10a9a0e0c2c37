package io.grizzlythrift.bench.load;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.apache.thrift.TException;
import org.apache.thrift.async.AsyncMethodCallback;

/**
 * Keeps calls in flight: so many chains, in each of which the end of a call begins the next one, on the thread that
 * brought it. A chain ends when it is told to stop or when a call fails.
 */
final class CallChains {
    private final Answers answers;
    private final Semaphore ended = new Semaphore(0);
    private int begun;
    private volatile boolean stopped;

    CallChains(Answers answers) {
        this.answers = answers;
    }

    /** Begins one more chain. For the thread that starts the client. */
    void begin(Beginning beginning) {
        begun++;
        new Chain(beginning).next(System.nanoTime());
    }

    /** Waits for the last answers. It is an error if one does not come in time. */
    void stop(Duration grace) {
        stopped = true;
        try {
            if (!ended.tryAcquire(begun, grace.toNanos(), TimeUnit.NANOSECONDS)) {
                answers.errors()
                        .add((begun - ended.availablePermits()) + " calls had no answer " + grace + " after the run");
            }
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /** How a call begins. */
    interface Beginning {
        /**
         * Begins a call.
         *
         * @param chain told of its end
         * @throws TException if it could not begin; the chain is not told of that
         */
        void begin(Chain chain) throws TException;
    }

    /** One call in flight at a time. */
    final class Chain implements AsyncMethodCallback<Object> {
        private final Beginning beginning;
        private long sent;

        private Chain(Beginning beginning) {
            this.beginning = beginning;
        }

        private void next(long now) {
            sent = now;
            try {
                beginning.begin(this);
            } catch (TException | RuntimeException failed) {
                end(failed);
            }
        }

        @Override
        public void onComplete(Object answer) {
            long now = System.nanoTime();
            answers.came(answer, sent, now);
            if (stopped) {
                ended.release();
            } else {
                next(now);
            }
        }

        @Override
        public void onError(Exception failed) {
            end(failed);
        }

        /** Takes the end of the future for the end of the call. */
        @SuppressWarnings("FutureReturnValueIgnored") // the chain itself is who deals with failures
        void follow(CompletableFuture<?> call) {
            call.whenComplete((answer, failed) -> {
                if (failed == null) {
                    onComplete(answer);
                } else {
                    end(failed);
                }
            });
        }

        private void end(Throwable failed) {
            answers.errors().add("a call failed: " + failed);
            ended.release();
        }
    }
}
