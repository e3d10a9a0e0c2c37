package io.grizzlythrift.server;

import io.grizzlythrift.test.Await;
import io.grizzlythrift.test.server.RawClient;
import java.io.IOException;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.CompletableFuture;

/** Starts drains, and observes them. */
final class DrainingServer {
    private DrainingServer() {}

    /** Starts a shutdown, and returns once the drain has begun: it waits for sockets to close, or for calls. */
    static CompletableFuture<Boolean> drain(ThriftServer server, Duration grace) {
        CompletableFuture<Boolean> stopped = new CompletableFuture<>();
        Thread thread = new Thread(() -> stopped.complete(server.shutdown(grace)), "shutdown");
        thread.start();
        Await.that("the drain does not begin", () -> stopped.isDone() || isDrainWaiting(thread));
        return stopped;
    }

    private static boolean isDrainWaiting(Thread thread) {
        return thread.getState() == Thread.State.TIMED_WAITING
                && Arrays.stream(thread.getStackTrace())
                        .anyMatch(frame -> frame.getClassName().equals(Drain.class.getName()));
    }

    static boolean isListening(ThriftServer server) {
        try {
            new RawClient(server).close();
            return true;
        } catch (IOException e) {
            return false;
        }
    }
}
