package io.grizzlythrift.samples.guide;

import io.grizzlythrift.samples.calculator.CalculatorHandler;
import io.grizzlythrift.samples.calculator.gen.Calculator;
import io.grizzlythrift.samples.calculator.gen.SharedStruct;
import io.grizzlythrift.samples.calculator.gen.Work;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;

/** Replies to quick calls at once, and runs slow calls on its own pool. */
final class SlowCalculator implements Calculator.FutureIface {
    private final CalculatorHandler behind = new CalculatorHandler();
    private final Executor pool;

    SlowCalculator(Executor pool) {
        this.pool = pool;
    }

    // @start region=own-pool
    @Override
    public CompletableFuture<Integer> add(int num1, int num2) {
        return CompletableFuture.completedFuture(num1 + num2); // fast: on the thread of the strategy
    }

    @Override
    public CompletableFuture<Integer> calculate(int logid, Work work) {
        return onPool(() -> behind.calculate(logid, work)); // slow: no thread of the server waits
    }

    private <T> CompletableFuture<T> onPool(Callable<T> call) {
        CompletableFuture<T> answer = new CompletableFuture<>();
        pool.execute(() -> {
            try {
                answer.complete(call.call());
            } catch (Exception e) {
                answer.completeExceptionally(e); // InvalidOperation of the IDL reaches the client as itself
            }
        });
        return answer;
    }
    // @end region=own-pool

    @Override
    public CompletableFuture<Void> ping() {
        return CompletableFuture.completedFuture(null);
    }

    @Override
    public CompletableFuture<Void> zip() {
        return CompletableFuture.completedFuture(null);
    }

    @Override
    public CompletableFuture<SharedStruct> getStruct(int key) {
        return CompletableFuture.completedFuture(behind.getStruct(key));
    }
}
