package io.grizzlythrift.client;

import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;

/** Runs what waits off the thread of the test. */
final class CallerThread {
    private CallerThread() {}

    static <T> CompletableFuture<T> start(Callable<T> call) {
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
