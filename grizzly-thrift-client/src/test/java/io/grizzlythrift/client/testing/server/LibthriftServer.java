package io.grizzlythrift.client.testing.server;

import static org.testng.Assert.assertFalse;
import static org.testng.Assert.assertTrue;

import io.grizzlythrift.test.Await;
import java.util.Locale;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.thrift.server.TServer;

/**
 * A server of libthrift on its own thread. If it runs calls on the reading thread (TNonblockingServer), it cannot
 * interrupt its handler: release held calls before closing it.
 */
public final class LibthriftServer implements TestServer {
    /** The same as for servers of this library. */
    static final int WORKERS = Servers.THREADS;

    private static final int STOP_SECONDS = 30;

    private final TServer server;
    private final int port;
    private final ExecutorService workers;
    private final Runnable closeConnections;
    private final Thread thread;

    /**
     * Starts a server.
     *
     * @param workers runs the calls
     *
     * @param closeConnections closes the connections that the server leaves open when it stops
     */
    public LibthriftServer(TServer server, int port, ExecutorService workers, Runnable closeConnections) {
        this.server = server;
        this.port = port;
        this.workers = workers;
        this.closeConnections = closeConnections;
        thread = new Thread(server::serve, "test-" + server.getClass().getSimpleName());
        thread.setDaemon(true);
        thread.start();
        Await.that(thread.getName() + " does not serve", server::isServing);
    }

    /** Creates the threads for the calls of one server. */
    public static ExecutorService newWorkers(Servers kind) {
        AtomicInteger number = new AtomicInteger();
        String prefix = "test-" + kind.name().toLowerCase(Locale.ROOT) + "-worker-";
        return Executors.newFixedThreadPool(WORKERS, task -> {
            Thread worker = new Thread(task, prefix + number.incrementAndGet());
            worker.setDaemon(true);
            return worker;
        });
    }

    @Override
    public int port() {
        return port;
    }

    @Override
    public void close() {
        server.stop();
        workers.shutdownNow();
        closeConnections.run();
        try {
            thread.join(TimeUnit.SECONDS.toMillis(STOP_SECONDS));
            assertFalse(thread.isAlive(), thread.getName() + " still runs");
            assertTrue(workers.awaitTermination(STOP_SECONDS, TimeUnit.SECONDS), "a worker still runs");
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
