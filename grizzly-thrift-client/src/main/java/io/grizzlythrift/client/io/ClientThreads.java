package io.grizzlythrift.client.io;

import io.grizzlythrift.log.UncaughtLog;
import io.grizzlythrift.selector.SelectorLoop;
import io.grizzlythrift.selector.SelectorThreadPool;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongSupplier;
import org.glassfish.grizzly.CompletionHandler;
import org.glassfish.grizzly.EmptyCompletionHandler;
import org.glassfish.grizzly.nio.SelectorHandler;
import org.glassfish.grizzly.nio.SelectorRunner;
import org.glassfish.grizzly.nio.transport.TCPNIOTransport;

/**
 * The threads of one client, all of them daemons.
 *
 * <pre>
 *   NAME-selector-N   read replies, except those that lone callers read themselves; run callbacks; write what other threads
 *                     queued
 *   NAME-deadlines    runs timers; never runs user code
 *   NAME-connector    resolves host names and starts to connect; ends when idle
 *   NAME-callbacks    runs callbacks of calls that never had a connection; ends when idle
 * </pre>
 */
public final class ClientThreads {
    private static final UncaughtLog UNCAUGHT = new UncaughtLog(ClientThreads.class);

    /** The maximum number of threads that resolve host names and start to connect: {@value}. */
    public static final int MAX_CONNECTORS = 8;

    /** The longest wait for the threads of one kind to end. */
    private static final long STOP_MILLIS = 500;

    private final ExecutorService selectors;
    private final int selectorCount;
    private final OnDemandExecutor connector;
    private final OnDemandExecutor callbacks;
    private final TimerThread timers;

    /**
     * Creates the threads of one client, and starts that of the timers.
     *
     * @param endpoints the number of host names that may have to be resolved at the same time
     */
    public ClientThreads(String clientName, int selectorCount, int endpoints, LongSupplier clock) {
        this.selectorCount = selectorCount;
        AtomicInteger selectorNumber = new AtomicInteger();
        selectors = new SelectorThreadPool(
                selectorCount,
                task -> new ClientThread(this, clientName + "-selector-" + selectorNumber.incrementAndGet(), task),
                runner -> SelectorLoop.run(runner, () -> true, UNCAUGHT));
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

    /** {@return whether the current thread is one of this client that runs callbacks} */
    public boolean isOwn() {
        return Thread.currentThread() instanceof ClientThread thread && thread.belongsTo(this);
    }

    /**
     * Refuses to wait on a thread of this client, which would wait for itself.
     *
     * @throws IllegalStateException if the current thread is one of these, which may be needed for what it would wait for
     */
    public void requireMayWait(String forWhat) {
        if (isOwn()) {
            throw new IllegalStateException("to wait for " + forWhat + " would block "
                    + Thread.currentThread().getName() + ", a thread that replies need; in callbacks use stubs of "
                    + "AsyncIface or FutureIface without waiting for them, or run callbacks on an executor: "
                    + "ThriftClientBuilder.callbackExecutor");
        }
    }

    /** Clears an interrupt that user code left behind, if the current thread belongs to this client. */
    public void clearInterrupt() {
        if (isOwn() || Thread.currentThread() == timers.thread()) {
            Thread.interrupted();
        }
    }

    /** Runs a task that may block for as long as a name lookup takes. */
    public void runOnConnector(Runnable task) {
        connector.run(task);
    }

    /** Runs a callback of a call that has no selector thread, or one that would occupy a selector thread for too long. */
    public void runCallback(Runnable callback) {
        callbacks.run(callback);
    }

    /**
     * Runs a task on the selector thread of a connection; on the current thread if that is the one, or if the selector
     * has ended.
     */
    public void runOn(SelectorRunner runner, Runnable task) {
        SelectorTask once = new SelectorTask(task);
        runner.getTransport().getSelectorHandler().execute(runner, once, once.unlessRun());
    }

    /**
     * Grizzly reports a task that threw and a task that never ran in the same way, so this task remembers whether it
     * ran.
     */
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
                UNCAUGHT.log(t);
            }
            Thread.interrupted(); // a callback may have left an interrupt behind
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

    /** Ends all threads, and waits at most half a second for those of each kind. */
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
