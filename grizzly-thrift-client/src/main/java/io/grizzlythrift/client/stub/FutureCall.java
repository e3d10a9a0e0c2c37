package io.grizzlythrift.client.stub;

import io.grizzlythrift.client.codec.GeneratedMethod;
import io.grizzlythrift.client.inflight.CallConnection;
import io.grizzlythrift.client.io.ClientThreads;
import io.grizzlythrift.client.pool.ClientContext;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.function.Supplier;

/** A call that ends with a future. A caller that completes or cancels the future first abandons the call. */
final class FutureCall extends NonblockingCall {
    private final Result result;

    FutureCall(GeneratedMethod serviceMethod, long timeoutNanos, ClientContext context) {
        super(serviceMethod, timeoutNanos, context);
        result = new Result(context.threads());
        result.attempt = this;
    }

    /** Makes the next attempt of a call, with the same future. */
    FutureCall(GeneratedMethod serviceMethod, long timeoutNanos, ClientContext context, FutureCall failed) {
        super(serviceMethod, timeoutNanos, context);
        result = failed.result;
        result.attempt = this;
    }

    CompletableFuture<Object> future() {
        return result;
    }

    @Override
    void deliverResult(Object value) {
        result.succeed(value);
    }

    @Override
    void deliverFailure(Exception failure) {
        result.fail(failure);
    }

    @Override
    boolean isAbandoned() {
        return result.isDone();
    }

    @Override
    boolean isDelivered() {
        return result.isDone();
    }

    private static final class Result extends ClientFuture<Object> {
        /** The newest attempt. */
        private volatile FutureCall attempt;

        Result(ClientThreads threads) {
            super(threads);
        }

        void succeed(Object value) {
            super.complete(value);
        }

        void fail(Exception failure) {
            super.completeExceptionally(failure);
        }

        @Override
        public boolean cancel(boolean mayInterruptIfRunning) {
            return abandonIf(super.cancel(mayInterruptIfRunning));
        }

        @Override
        public boolean complete(Object value) {
            return abandonIf(super.complete(value));
        }

        @Override
        public boolean completeExceptionally(Throwable cause) {
            return abandonIf(super.completeExceptionally(cause));
        }

        /** {@inheritDoc} The inherited method would bypass {@link #complete}. */
        @Override
        public CompletableFuture<Object> completeAsync(Supplier<?> supplier, Executor executor) {
            executor.execute(() -> {
                try {
                    complete(supplier.get());
                } catch (Throwable t) {
                    completeExceptionally(t);
                }
            });
            return this;
        }

        private boolean abandonIf(boolean completed) {
            FutureCall call = attempt;
            CallConnection connection = call.connection();
            if (completed && connection != null) {
                connection.cancel(call);
            }
            return completed;
        }
    }
}
