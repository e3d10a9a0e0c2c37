package io.grizzlythrift.client.testing;

import io.grizzlythrift.client.call.CallFailedException;
import io.grizzlythrift.client.codec.CallCodec;
import io.grizzlythrift.client.inflight.PendingCall;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;

/** A call that nobody replies to, and that ends as a future does. */
public final class UnansweredCall extends PendingCall {
    private final CompletableFuture<CallFailedException> failure = new CompletableFuture<>();

    public UnansweredCall(Duration timeout) {
        super("unanswered", false, timeout.toNanos(), 0);
    }

    /** Completes with the reason why it failed. */
    public CompletableFuture<CallFailedException> failure() {
        return failure;
    }

    @Override
    public void replied(CallCodec reply) {
        throw new IllegalStateException("nobody replies");
    }

    @Override
    public void sent() {
        throw new IllegalStateException("it is not oneway");
    }

    @Override
    public void failed(CallFailedException cause) {
        failure.complete(cause);
    }

    @Override
    public boolean runsUserCode() {
        return true;
    }
}
