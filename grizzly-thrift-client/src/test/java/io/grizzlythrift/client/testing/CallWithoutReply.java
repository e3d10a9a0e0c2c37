package io.grizzlythrift.client.testing;

import io.grizzlythrift.client.call.CallFailedException;
import io.grizzlythrift.client.internal.call.CallCodec;
import io.grizzlythrift.client.internal.call.PendingCall;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;

/** A call without a reply, which completes a future with its failure. */
public final class CallWithoutReply extends PendingCall {
    private final CompletableFuture<CallFailedException> failure = new CompletableFuture<>();

    public CallWithoutReply(Duration timeout) {
        super("pending", false, timeout.toNanos(), 0);
    }

    /** Returns a future of its failure. */
    public CompletableFuture<CallFailedException> failure() {
        return failure;
    }

    @Override
    public void replied(CallCodec reply) {
        throw new IllegalStateException("without a reply");
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
