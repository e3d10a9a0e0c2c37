package io.grizzlythrift.samples.calculator;

import io.grizzlythrift.samples.calculator.gen.InvalidOperation;
import java.util.function.Function;
import org.apache.thrift.async.AsyncMethodCallback;

/** Prints the outcome of a call and continues its chain. Runs on a selector thread of the client, so it never waits. */
record PrintingCallback<T>(CallbackChain chain, Function<T, String> line) implements AsyncMethodCallback<T> {
    @Override
    public void onComplete(T result) {
        chain.goOn(line.apply(result));
    }

    @Override
    public void onError(Exception e) {
        if (e instanceof InvalidOperation refusal) {
            chain.goOn("refused: " + refusal.getWhy());
        } else {
            chain.fail(e);
        }
    }
}
