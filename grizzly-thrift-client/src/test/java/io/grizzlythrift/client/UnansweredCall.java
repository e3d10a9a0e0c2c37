package io.grizzlythrift.client;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;

/** A call that nobody replies to, and that ends as a future does. */
final class UnansweredCall extends Call {
    private final CompletableFuture<CallFailedException> failure = new CompletableFuture<>();

    UnansweredCall(Duration timeout) {
        super("unanswered", false, timeout.toNanos(), 0);
    }

    /** Completes with the reason why it failed. */
    CompletableFuture<CallFailedException> failure() {
        return failure;
    }

    @Override
    void replied(CallCodec reply) {
        throw new IllegalStateException("nobody replies");
    }

    @Override
    void sent() {
        throw new IllegalStateException("it is not oneway");
    }

    @Override
    void failed(CallFailedException cause) {
        failure.complete(cause);
    }

    @Override
    boolean runsUserCode() {
        return true;
    }
}
