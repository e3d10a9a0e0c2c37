package io.grizzlythrift.client.io;

import io.grizzlythrift.frame.LogLimiter;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongSupplier;
import org.glassfish.grizzly.CompletionHandler;
import org.glassfish.grizzly.EmptyCompletionHandler;
import org.glassfish.grizzly.nio.SelectorHandler;
import org.glassfish.grizzly.nio.SelectorRunner;
import org.glassfish.grizzly.nio.transport.TCPNIOTransport;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The threads of one client, all daemons.
 *
 * <pre>
 *   NAME-selector-N   read replies, run callbacks, write what other threads queued
 *   NAME-deadlines    the wheel: wakes what is due, runs no code of the user's
 *   NAME-connector    looks up host names and begins to connect; ends when idle
 *   NAME-callbacks    runs callbacks of calls that never had a connection; ends when idle
 * </pre>
 */
public final class ClientThreads {
    private static final Logger LOG = LoggerFactory.getLogger(ClientThreads.class);
    private static final LogLimiter FAILURE_LOG = new LogLimiter(System::nanoTime);
    private static final int MAX_CONNECTORS = 8;

    /** How long threads have to end once they were told to. */
    private static final long STOP_MILLIS = 500;

    private final ExecutorService selectors;
    private final int selectorCount;
    private final OnDemandExecutor connector;
    private final OnDemandExecutor callbacks;
    private final TimerThread timers;

    /** @param endpoints how many names may have to be looked up at the same time */
    public ClientThreads(String clientName, int selectorCount, int endpoints, LongSupplier clock) {
        this.selectorCount = selectorCount;
        AtomicInteger number = new AtomicInteger();
        selectors = new SelectorThreadPool(
                selectorCount,
                task -> new ClientThread(this, clientName + "-selector-" + number.incrementAndGet(), task));
        connector = idling(clientName + "-connector", Math.min(endpoints, MAX_CONNECTORS));
        callbacks = idling(clientName + "-callbacks", 1);
        timers = new TimerThread(clientName + "-deadlines", clock);
        timers.start();
    }

    private OnDemandExecutor idling(String threadName, int threads) {
        return new OnDemandExecutor(threads, task -> new ClientThread(this, threadName, task));
    }

    public void install(TCPNIOTransport transport) {
        transport.setIOStrategy(new ClientIoStrategy());
        transport.setSelectorRunnersCount(selectorCount);
        transport.setKernelThreadPool(selectors);
        transport.setWorkerThreadPoolConfig(null);
    }

    public TimerThread timers() {
        return timers;
    }

    /** Whether the current thread is one of these that run callbacks. */
    public boolean isOwn() {
        return Thread.currentThread() instanceof ClientThread thread && thread.belongsTo(this);
    }

    /**
     * Refuses to wait on a thread of this client, which would wait for itself.
     *
     * @throws IllegalStateException if the current thread is one of these: what it would wait for may need it
     */
    public void requireMayWait(String forWhat) {
        if (isOwn()) {
            throw new IllegalStateException("to wait for " + forWhat + " would block "
                    + Thread.currentThread().getName() + ", a thread that replies need; in callbacks use stubs of "
                    + "AsyncIface or FutureIface without waiting for them, or run callbacks on an executor: "
                    + "ThriftClientBuilder.callbackExecutor");
        }
    }

    /** Clears an interrupt that code of the user's left behind, if the current thread is one of this client. */
    public void clearInterrupt() {
        if (isOwn() || Thread.currentThread() == timers.thread()) {
            Thread.interrupted();
        }
    }

    /** Runs a task that may block for as long as a name lookup takes. */
    public void runOnConnector(Runnable task) {
        connector.run(task);
    }

    /** Runs a callback of a call that never had a connection, and so has no selector thread. */
    public void runCallback(Runnable callback) {
        callbacks.run(callback);
    }

    /** Runs a task on the selector thread of a connection; here, if it is that thread or if it has ended. */
    public void runOn(SelectorRunner runner, Runnable task) {
        SelectorTask once = new SelectorTask(task);
        runner.getTransport().getSelectorHandler().execute(runner, once, once.unlessRun());
    }

    /** Logs what should not have been thrown, if there is memory for that: a thread that goes on must not end here. */
    static void log(String what, Throwable thrown) {
        try {
            FAILURE_LOG.log(suppressed -> LOG.error("{}{}", what, LogLimiter.suffix(suppressed), thrown));
        } catch (Throwable t) {
            return;
        }
    }

    /** Grizzly reports a task that threw and one that never ran in the same way; this one knows. */
    private static final class SelectorTask implements SelectorHandler.Task {
        private final Runnable task;
        private boolean begun;

        SelectorTask(Runnable task) {
            this.task = task;
        }

        @Override
        public boolean run() {
            begun = true;
            try {
                task.run();
            } catch (Throwable t) {
                log("a task of a selector failed", t);
            }
            Thread.interrupted(); // which a callback may have left behind
            return true;
        }

        CompletionHandler<SelectorHandler.Task> unlessRun() {
            return new EmptyCompletionHandler<>() {
                @Override
                public void failed(Throwable selectorClosed) {
                    if (!begun) {
                        run();
                    }
                }
            };
        }
    }

    /** Ends all threads; waits for them, but not for long. */
    public void shutdown() {
        timers.close();
        connector.shutdown();
        callbacks.shutdown();
        selectors.shutdownNow();
        try {
            selectors.awaitTermination(STOP_MILLIS, TimeUnit.MILLISECONDS);
            connector.awaitEnd(STOP_MILLIS);
            callbacks.awaitEnd(STOP_MILLIS);
            timers.thread().join(STOP_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
