package io.grizzlythrift.bench.load.caller;

import io.grizzlythrift.bench.load.plan.Pacer;
import io.grizzlythrift.bench.load.plan.Schedule;
import io.grizzlythrift.bench.service.PreparedCall;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.thrift.TException;
import org.apache.thrift.async.AsyncMethodCallback;

/**
 * Keeps a fixed number of calls in flight: each chain starts its next call when one completes, on the thread that
 * completes it. A chain ends when it is stopped or when a call fails.
 *
 * <p>With a rate, scheduled calls are assigned to the chains in turn. A call that becomes due while its chain is idle
 * starts on the thread of a {@link Pacer}; one that is overdue when a reply arrives starts at once, on the thread that
 * completes the previous call.
 */
public final class CallChains {
    private final CallMix mix;
    private final Answers answers;
    private final List<Chain> chains = new ArrayList<>();
    private final Semaphore ended = new Semaphore(0);
    private int begun;
    /** Null if there is no rate. */
    private Schedule schedule;

    private Runnable stopPacing = () -> {};
    private volatile boolean stopped;

    public CallChains(CallMix mix, Answers answers) {
        this.mix = mix;
        this.answers = answers;
    }

    /** Adds a chain. Call it before the start only. */
    public void add(Beginning beginning) {
        chains.add(new Chain(beginning));
    }

    /**
     * Starts calling.
     *
     * @param rate calls per second over all chains; 0 to make the next call whenever a reply arrives
     */
    public void start(double rate) {
        if (rate == 0) {
            deal();
            chains.forEach(chain -> chain.next(System.nanoTime()));
        } else {
            follow(Schedule.ofRate(rate, System.nanoTime()));
            Pacer pacer = new Pacer("chain-pacer", schedule, this::due);
            stopPacing = pacer::stop;
            pacer.start();
        }
    }

    /** Makes the chains wait until calls of a schedule become due. */
    public void follow(Schedule calls) {
        schedule = calls;
        deal();
    }

    private void deal() {
        begun = chains.size();
        for (int i = 0; i < begun; i++) {
            chains.get(i).turns = mix.turns(i, begun);
            chains.get(i).number = i;
        }
    }

    /** Starts calls of the schedule that have become due. Called by one thread at a time. */
    void due(long first, long end) {
        for (long call = first; call < end; call++) {
            chains.get((int) (call % begun)).due();
        }
    }

    /** Stops calling and waits for the last replies. Records an error if a reply does not arrive in time. */
    public void stop(Duration grace) {
        stopped = true;
        if (schedule != null) {
            stopPacing.run();
            chains.forEach(Chain::endIfIdle);
        }
        try {
            if (!ended.tryAcquire(begun, grace.toNanos(), TimeUnit.NANOSECONDS)) {
                answers.errors()
                        .add((begun - ended.availablePermits()) + " calls had no answer " + grace + " after the run");
            }
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /** Starts the calls of a chain. */
    public interface Beginning {
        /**
         * Starts the chain's call.
         *
         * @param chain notified when the call ends
         * @throws TException if the call could not start; the chain must not be notified then
         */
        void begin(Chain chain) throws TException;
    }

    /** A sequence of calls, one in flight at a time. */
    public final class Chain implements AsyncMethodCallback<Object> {
        private final Beginning beginning;
        /**
         * Calls that are due and have not ended. The thread that raises it from 0, or leaves it above 0, starts a call.
         */
        private final AtomicLong waiting = new AtomicLong();

        private CallMix.Turns turns;
        private PreparedCall call;
        /** Number of the next call in the schedule. */
        private long number;

        private long begunNanos;

        private Chain(Beginning beginning) {
            this.beginning = beginning;
        }

        /** {@return the current call} */
        public PreparedCall call() {
            return call;
        }

        private void next(long begins) {
            begunNanos = begins;
            call = turns.next();
            try {
                beginning.begin(this);
            } catch (TException | RuntimeException failed) {
                end(failed);
            }
        }

        private void due() {
            if (waiting.getAndIncrement() == 0) {
                nextDue();
            }
        }

        private void nextDue() {
            long due = schedule.due(number);
            number += begun;
            next(due);
        }

        private void endIfIdle() {
            if (waiting.getAndIncrement() == 0) {
                ended.release();
            }
        }

        @Override
        public void onComplete(Object answer) {
            long now = System.nanoTime();
            answers.came(call, answer, begunNanos, now);
            if (stopped) {
                ended.release();
            } else if (schedule == null) {
                next(now);
            } else if (waiting.decrementAndGet() > 0) {
                nextDue();
            }
        }

        @Override
        public void onError(Exception failed) {
            end(failed);
        }

        /** Ends the call when the future completes. */
        @SuppressWarnings("FutureReturnValueIgnored") // the chain handles failures
        public void follow(CompletableFuture<?> future) {
            future.whenComplete((answer, failed) -> {
                if (failed == null) {
                    onComplete(answer);
                } else {
                    end(failed);
                }
            });
        }

        /** Ends the chain. Leaves the number of waiting calls above 0, so that none of them ever starts. */
        private void end(Throwable failed) {
            answers.errors().add("a call failed: " + failed);
            ended.release();
        }
    }
}
