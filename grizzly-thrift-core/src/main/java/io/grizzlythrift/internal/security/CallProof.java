package io.grizzlythrift.internal.security;

import io.grizzlythrift.security.Identity;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;

/**
 * The proof of who makes one call, by the credentials that came with it. It is pending until the user's {@link
 * io.grizzlythrift.security.Authenticator} has answered. Ends once; the thread that ends it publishes the result with a
 * volatile write, which every reader reads first.
 */
public final class CallProof {
    private enum State {
        PENDING,
        PROVED,
        REFUSED
    }

    /** Null if the authenticator has failed. */
    private final CompletionStage<Identity> stage;

    /** The time from the arrival of the call to its deadline. */
    private final long timeoutNanos;

    private final Consumer<Throwable> failed;
    private Optional<Identity> identity = Optional.empty();
    private long doneNanos;
    private volatile State state = State.PENDING;

    /**
     * Creates a proof, which has ended if the stage has.
     *
     * @param stage the answer of the authenticator; null if it has failed
     * @param failed receives the cause if the stage completes exceptionally
     */
    @SuppressWarnings("FutureReturnValueIgnored") // completing throws nothing
    public CallProof(CompletionStage<Identity> stage, long timeoutNanos, Consumer<Throwable> failed) {
        this.stage = stage;
        this.timeoutNanos = timeoutNanos;
        this.failed = failed;
        if (stage == null) {
            end(null);
        } else if (stage.getClass() == CompletableFuture.class && ((CompletableFuture<Identity>) stage).isDone()) {
            stage.whenComplete(this::complete); // a minimal stage is a subclass without isDone()
        }
    }

    /** Runs an action once the proof has ended: on the thread that completes the stage, or at once. */
    @SuppressWarnings("FutureReturnValueIgnored") // the action throws nothing
    public void whenDone(Runnable action) {
        try {
            stage.whenComplete((proved, failure) -> {
                complete(proved, failure);
                action.run();
            });
        } catch (Throwable t) { // a stage of the user
            complete(null, t);
            action.run();
        }
    }

    private void complete(Identity proved, Throwable failure) {
        if (isPending()) {
            if (proved == null) {
                failed.accept(failure);
            }
            end(proved);
        }
    }

    private void end(Identity proved) {
        identity = Optional.ofNullable(proved);
        doneNanos = System.nanoTime();
        state = proved == null ? State.REFUSED : State.PROVED;
    }

    /** Tells the user that nobody waits for the answer any longer. Throws nothing. */
    @SuppressWarnings("EmptyCatch") // a stage need not support it
    public void cancel() {
        if (isPending()) {
            try {
                stage.toCompletableFuture().cancel(true);
            } catch (RuntimeException | Error notSupported) {
                // The answer is ignored.
            }
        }
    }

    public boolean isPending() {
        return state == State.PENDING;
    }

    public boolean isRefused() {
        return state == State.REFUSED;
    }

    /** {@return the caller; empty while the proof is pending, and if it was refused} */
    public Optional<Identity> identity() {
        return isPending() ? Optional.empty() : identity;
    }

    /** {@return when the proof has ended, as {@link System#nanoTime()}} Call it after that only. */
    public long doneNanos() {
        return doneNanos;
    }

    /** {@return whether the deadline of a call has passed} */
    public boolean isOverdue(long arrival, long now) {
        return now - arrival >= timeoutNanos;
    }
}
