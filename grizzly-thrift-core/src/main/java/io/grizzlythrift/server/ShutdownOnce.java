package io.grizzlythrift.server;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;

/**
 * Shuts a server down once, however many threads call for it. The first thread drains and stops the server; the others
 * wait for its result, and end its wait when their own grace expires first.
 */
final class ShutdownOnce {
    private final AtomicBoolean begun = new AtomicBoolean();

    /** Completes when the drain begins: the grace of every thread is counted from here. */
    private final CompletableFuture<Void> delayOver = new CompletableFuture<>();

    /** Completed by a thread whose grace expires while another thread still drains. */
    private final CompletableFuture<Void> earlierGraceExpired = new CompletableFuture<>();

    private final CompletableFuture<Boolean> result = new CompletableFuture<>();

    /** {@return whether a thread has begun to shut the server down} */
    boolean isBegun() {
        return begun.get();
    }

    /** {@return whether the server has stopped} */
    boolean isDone() {
        return result.isDone();
    }

    /** {@return completes when a later grace must not be waited for any longer} */
    CompletableFuture<Void> earlierGraceExpired() {
        return earlierGraceExpired;
    }

    /**
     * Shuts the server down, or waits for the thread that does.
     *
     * @param grace how long this thread is willing to wait for the drain; zero also ends the delay before it
     * @param drainAndStop runs once, on the first thread; it calls {@link #delay} and {@link #earlierGraceExpired}
     * @return the result of the first thread; false if it failed
     */
    boolean run(Duration grace, BooleanSupplier drainAndStop) {
        if (begun.compareAndSet(false, true)) {
            try {
                result.complete(drainAndStop.getAsBoolean());
            } finally {
                delayOver.complete(null);
                result.complete(false);
            }
            return result.join();
        }
        try {
            if (!grace.isZero()) {
                delayOver.get();
            }
            return result.get(grace.toNanos(), TimeUnit.NANOSECONDS);
        } catch (TimeoutException e) {
            earlierGraceExpired.complete(null);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (ExecutionException e) {
            throw new IllegalStateException("never completed with an exception", e);
        }
        return result.join();
    }

    /** Waits before the drain begins. An interrupt ends the wait, and so does another thread with a grace of zero. */
    void delay(Duration delay) {
        try {
            if (!delay.isZero()) {
                earlierGraceExpired.get(delay.toNanos(), TimeUnit.NANOSECONDS);
            }
        } catch (TimeoutException e) {
            return;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (ExecutionException e) {
            throw new IllegalStateException("never completed with an exception", e);
        } finally {
            delayOver.complete(null);
        }
    }

    /** Waits until the server has stopped; returns whether it has. */
    boolean await(Duration timeout) throws InterruptedException {
        try {
            result.get(timeout.toNanos(), TimeUnit.NANOSECONDS);
            return true;
        } catch (TimeoutException e) {
            return false;
        } catch (ExecutionException e) {
            throw new IllegalStateException("never completed with an exception", e);
        }
    }

    /** Waits until the server has stopped. */
    void await() throws InterruptedException {
        try {
            result.get();
        } catch (ExecutionException e) {
            throw new IllegalStateException("never completed with an exception", e);
        }
    }
}
