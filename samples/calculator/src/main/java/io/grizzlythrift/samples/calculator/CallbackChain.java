package io.grizzlythrift.samples.calculator;

import java.io.PrintStream;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.apache.thrift.TException;

/** Runs calls one after the other: the callback of each call starts the next one. */
final class CallbackChain {
    /** Starts one call. */
    interface Step {
        void begin() throws TException;
    }

    private final CompletableFuture<Void> end = new CompletableFuture<>();
    private final PrintStream out;
    private Iterator<Step> steps;

    CallbackChain(PrintStream out) {
        this.out = out;
    }

    /** Completes after the last call, or as soon as one fails. */
    CompletableFuture<Void> run(Step... calls) {
        steps = List.of(calls).iterator();
        next();
        return end;
    }

    <T> PrintingCallback<T> print(Function<T, String> line) {
        return new PrintingCallback<>(this, line);
    }

    void goOn(String line) {
        out.println(line);
        next();
    }

    void fail(Exception e) {
        end.completeExceptionally(e);
    }

    private void next() {
        try {
            if (steps.hasNext()) {
                steps.next().begin();
            } else {
                end.complete(null);
            }
        } catch (TException e) {
            fail(e);
        }
    }
}
