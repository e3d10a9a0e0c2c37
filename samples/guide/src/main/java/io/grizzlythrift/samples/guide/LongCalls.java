package io.grizzlythrift.samples.guide;

import io.grizzlythrift.call.CallContext;
import io.grizzlythrift.client.ThriftClient;
import io.grizzlythrift.client.config.CallOptions;
import io.grizzlythrift.samples.calculator.CalculatorHandler;
import io.grizzlythrift.samples.calculator.gen.Calculator;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;
import org.apache.thrift.TException;

/** A handler that calls another server, and stops when its caller no longer waits. */
final class LongCalls extends CalculatorHandler {
    private final ThriftClient next;
    private final Executor pool;

    LongCalls(ThriftClient next, Executor pool) {
        this.next = next;
        this.pool = pool;
    }

    @Override
    public int add(int num1, int num2) {
        return addElsewhere(count(num1), count(num2)).join();
    }

    // @start region=inheriting
    CompletableFuture<Integer> addElsewhere(int num1, int num2) {
        CallContext call = CallContext.current().orElseThrow(); // on the thread of the handler
        CallOptions inheriting = CallOptions.create().inheriting(call);
        return CompletableFuture.supplyAsync(
                () -> {
                    try {
                        return next.stub(Calculator.Iface.class, inheriting).add(num1, num2);
                    } catch (TException e) {
                        throw new CompletionException(e);
                    }
                },
                pool);
    }
    // @end region=inheriting

    // @start region=cancelled
    static int count(int steps) {
        CallContext call = CallContext.current().orElseThrow();
        call.onCancel(() -> System.out.println("nobody waits for " + call.method())); // never after the call has ended
        int step = 0;
        while (step < steps && !call.isCancelled()) {
            step++;
        }
        return step;
    }
    // @end region=cancelled
}
