package io.grizzlythrift.client.internal.stub;

import io.grizzlythrift.client.internal.io.ClientThreads;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * A future that a thread of the client cannot wait for, since such threads complete it: waiting there throws an
 * IllegalStateException. The same holds for futures derived from it.
 *
 * @param <T> the type of the result
 */
class ClientFuture<T> extends CompletableFuture<T> {
    private final ClientThreads threads;

    ClientFuture(ClientThreads threads) {
        this.threads = threads;
    }

    @Override
    public final <U> CompletableFuture<U> newIncompleteFuture() {
        return new ClientFuture<>(threads);
    }

    @Override
    public final T get() throws InterruptedException, ExecutionException {
        requireMayWait();
        return super.get();
    }

    @Override
    public final T get(long time, TimeUnit unit) throws InterruptedException, ExecutionException, TimeoutException {
        requireMayWait();
        return super.get(time, unit);
    }

    @Override
    public final T join() {
        requireMayWait();
        return super.join();
    }

    private void requireMayWait() {
        if (!isDone()) {
            threads.requireMayWait("a future", "");
        }
    }
}
