package io.grizzlythrift.client.internal.stub;

import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.function.Supplier;

/** A call with a future. A caller that completes or cancels the future before the reply abandons the call. */
final class FutureCall extends NonblockingCall {
    private final Result result = new Result();

    FutureCall(Stub stub, StubMethod method, Object[] arguments) {
        super(stub, method, arguments);
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

    @Override
    int prefetch() {
        return super.prefetch() + (result.isDone() ? 1 : 0);
    }

    private final class Result extends ClientFuture<Object> {
        Result() {
            super(context().threads());
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

        /** {@inheritDoc} The inherited one would not call {@link #complete}: facts.md#completeasync-bypasses-an-overridden-complete. */
        @Override
        public CompletableFuture<Object> completeAsync(Supplier<?> supplier, Executor executor) {
            Objects.requireNonNull(supplier, "supplier");
            executor.execute(() -> {
                try {
                    complete(supplier.get());
                } catch (Throwable t) {
                    completeExceptionally(t);
                }
            });
            return this;
        }

        /** Either this method sees all attempts, or the thread that makes the next one sees that the future is done. */
        private boolean abandonIf(boolean completed) {
            if (completed) {
                FutureCall.this.cancel();
                dropMessage(null);
            }
            return completed;
        }
    }
}
