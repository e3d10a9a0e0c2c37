package io.grizzlythrift.client.testing;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.thrift.async.AsyncMethodCallback;

/** A callback that counts how often it is called, which should be once. */
public final class CountedCallback<T> implements AsyncMethodCallback<T> {
    private final AtomicInteger ends = new AtomicInteger();
    private final CompletableFuture<T> end = new CompletableFuture<>();
    private volatile Thread thread;

    @Override
    public void onComplete(T result) {
        thread = Thread.currentThread();
        ends.incrementAndGet();
        end.complete(result);
    }

    @Override
    public void onError(Exception failure) {
        thread = Thread.currentThread();
        ends.incrementAndGet();
        end.completeExceptionally(failure);
    }

    /** Returns a future that completes at the first call. */
    public CompletableFuture<T> end() {
        return end;
    }

    public int ends() {
        return ends.get();
    }

    /** Returns the thread of the last call. */
    public Thread thread() {
        return thread;
    }
}
