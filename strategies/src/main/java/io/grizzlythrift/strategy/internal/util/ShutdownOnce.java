package io.grizzlythrift.strategy.internal.util;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;

/**
 * Shuts down a server or client once, however many threads request it. The first thread drains and stops it; the others
 * wait for its result. A thread whose own grace expires first, or that is interrupted, cuts the drain short.
 */
public final class ShutdownOnce {
    private final AtomicBoolean begun = new AtomicBoolean();

    /** Completes when the drain begins: the grace of every thread starts here. */
    private final CompletableFuture<Void> delayOver = new CompletableFuture<>();

    /** Completed by a thread whose grace expires, or that is interrupted, while another thread still drains. */
    private final CompletableFuture<Void> earlierGraceExpired = new CompletableFuture<>();

    private final CompletableFuture<Boolean> result = new CompletableFuture<>();

    /** {@return whether a thread has begun to shut down} */
    public boolean isBegun() {
        return begun.get();
    }

    /** {@return whether the shutdown has ended} */
    public boolean isDone() {
        return result.isDone();
    }

    /** {@return a future that completes when the grace of a waiting thread expires} */
    CompletableFuture<Void> earlierGraceExpired() {
        return earlierGraceExpired;
    }

    /**
     * Shuts down, or waits for the thread that is already doing so.
     *
     * @param grace how long this thread is willing to wait for the drain; zero also ends the delay before it
     * @param drainAndStop runs once, on the first thread; it calls {@link #delay} and then {@link #awaitDrained}
     * @return the result of the first thread; false if that thread threw
     */
    public boolean run(Duration grace, BooleanSupplier drainAndStop) {
        return begun.compareAndSet(false, true) ? first(drainAndStop) : awaitFirst(grace);
    }

    /**
     * Does the same on another thread, for a caller that the drain would wait for. The shutdown has begun when this returns.
     *
     * @param other runs the shutdown
     * @param grace as in {@link #run}
     * @param drainAndStop as in {@link #run}
     */
    public void runOn(Executor other, Duration grace, BooleanSupplier drainAndStop) {
        boolean first = begun.compareAndSet(false, true);
        boolean accepted = false;
        try {
            other.execute(first ? () -> first(drainAndStop) : () -> awaitFirst(grace));
            accepted = true;
        } finally {
            if (first && !accepted) { // no thread could be started
                begun.set(false);
            }
        }
    }

    private boolean first(BooleanSupplier drainAndStop) {
        try {
            result.complete(drainAndStop.getAsBoolean());
        } finally {
            delayOver.complete(null);
            result.complete(false);
        }
        return result.join();
    }

    /** Waits for the first thread. */
    private boolean awaitFirst(Duration grace) {
        try {
            if (!grace.isZero()) {
                awaitDone(delayOver);
            }
            if (!completes(result, grace)) {
                earlierGraceExpired.complete(null);
            }
        } catch (InterruptedException e) {
            earlierGraceExpired.complete(null);
            Thread.currentThread().interrupt();
        }
        return result.join();
    }

    /**
     * Waits before the drain begins. An interrupt ends the wait, and so does another thread with a grace of zero. Call it
     * once, with {@link Duration#ZERO} for no delay: the grace of other threads starts when it returns.
     *
     * @param delay how long to wait
     */
    public void delay(Duration delay) {
        try {
            if (!delay.isZero()) {
                completes(earlierGraceExpired, delay);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            delayOver.complete(null);
        }
    }

    /**
     * Waits for a drain. An interrupt ends the wait, and so does another thread whose grace expires; the interrupt flag is
     * restored.
     *
     * @param drained completes at the end of the drain
     * @param grace the longest time to wait
     * @return whether the drain has ended
     * @throws IllegalStateException if the future completes with an exception
     */
    public boolean awaitDrained(CompletableFuture<?> drained, Duration grace) {
        try {
            completes(CompletableFuture.anyOf(drained, earlierGraceExpired), grace);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return drained.isDone();
    }

    /** Waits for a future; returns whether it completed in time. */
    private static boolean completes(CompletableFuture<?> future, Duration timeout) throws InterruptedException {
        try {
            future.get(Math.max(0, timeout.toNanos()), TimeUnit.NANOSECONDS);
            return true;
        } catch (TimeoutException e) {
            return false;
        } catch (ExecutionException e) {
            throw failed(e);
        }
    }

    private static void awaitDone(CompletableFuture<?> future) throws InterruptedException {
        try {
            future.get();
        } catch (ExecutionException e) {
            throw failed(e);
        }
    }

    private static IllegalStateException failed(ExecutionException e) {
        return new IllegalStateException("the drain failed", e.getCause());
    }

    /**
     * Waits until the shutdown has ended.
     *
     * @param timeout the longest time to wait
     * @return whether it has ended
     * @throws InterruptedException if the calling thread is interrupted; the shutdown continues
     */
    public boolean await(Duration timeout) throws InterruptedException {
        return completes(result, timeout);
    }

    /**
     * Waits until the shutdown has ended.
     *
     * @throws InterruptedException if the calling thread is interrupted; the shutdown continues
     */
    public void await() throws InterruptedException {
        awaitDone(result);
    }
}
