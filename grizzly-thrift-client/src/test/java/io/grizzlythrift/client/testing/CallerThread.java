package io.grizzlythrift.client.testing;

import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;

/** Runs blocking calls on threads other than that of the test. */
public final class CallerThread {
    private CallerThread() {}

    public static <T> CompletableFuture<T> start(Callable<T> call) {
        CompletableFuture<T> end = new CompletableFuture<>();
        Thread thread = new Thread(
                () -> {
                    try {
                        end.complete(call.call());
                    } catch (Throwable t) {
                        end.completeExceptionally(t);
                    }
                },
                "test-caller");
        thread.setDaemon(true);
        thread.start();
        return end;
    }
}
