package io.grizzlythrift.client.internal.io;

import io.grizzlythrift.client.internal.sasl.SaslThreads;
import io.grizzlythrift.strategy.internal.threads.SelectorLoop;
import io.grizzlythrift.strategy.internal.threads.SelectorThreadPool;
import io.grizzlythrift.strategy.internal.util.DaemonLoop;
import io.grizzlythrift.strategy.internal.util.FailureLog;
import io.grizzlythrift.strategy.internal.util.UncaughtLog;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongConsumer;
import java.util.function.LongSupplier;
import org.glassfish.grizzly.CompletionHandler;
import org.glassfish.grizzly.EmptyCompletionHandler;
import org.glassfish.grizzly.nio.SelectorHandler;
import org.glassfish.grizzly.nio.SelectorRunner;
import org.glassfish.grizzly.nio.transport.TCPNIOTransport;
import org.slf4j.LoggerFactory;

/**
 * The threads of one client, all of them daemons.
 *
 * <pre>
 *   NAME-selector-N   reads replies, unless a caller that is alone on its connection reads its own; runs callbacks; writes what
 *                     other threads queued
 *   NAME-deadlines    runs timers; never runs user code
 *   NAME-maintenance  updates what calls choose their servers from; opens connections that no call waits for
 *   NAME-connector    starts to connect; ends when idle
 *   NAME-lookup       looks up host names; ends when idle
 *   NAME-sasl         authenticates connections, which may block; ends when idle
 *   NAME-login        renews Kerberos tickets; ends when idle
 *   NAME-callbacks    runs callbacks of calls that never had a connection, whose reply is compressed, or that nest too deeply;
 *                     ends when idle
 *   NAME-refresh      asks the resolver for an earlier answer; ends when idle
 * </pre>
 */
public final class ClientThreads implements SaslThreads {
    private static final UncaughtLog UNCAUGHT = new UncaughtLog(ClientThreads.class);
    /** The maximum number of threads that look up host names. */
    public static final int MAX_LOOKUPS = 64;

    /** The maximum number of further threads while lookups are stuck. */
    static final int MAX_STUCK_LOOKUPS = 128;

    /** The maximum number of threads that look up names whose last lookup was slow. */
    private static final int MAX_SLOW_LOOKUPS = 16;

    private static final int CONNECTORS = 2;

    /** The maximum number of threads that authenticate connections. */
    private static final int MAX_AUTHENTICATIONS = 8;

    /** How long to wait for each kind of thread to end. */
    private static final long STOP_MILLIS = 500;

    private final SelectorThreadPool selectors;
    private final List<ClientThread> selectorThreads = new CopyOnWriteArrayList<>();
    private final OnDemandExecutor connector;
    private final OnDemandExecutor lookups;
    private final int lookupThreads;
    private final OnDemandExecutor slowLookups;
    private final OnDemandExecutor authentications;
    private final OnDemandExecutor logins;
    private final OnDemandExecutor callbacks;
    private final OnDemandExecutor refresh;

    /** Whether a refresh waits for its thread. */
    private final AtomicBoolean refreshRequested = new AtomicBoolean();

    private final TimerThread timers;
    private final LongSupplier clock;
    private final String clientName;
    private volatile Optional<DaemonLoop> maintenance = Optional.empty();

    /**
     * Creates the threads of one client.
     *
     * @param names the number of host names that may have to be looked up at the same time; at least 1
     * @param clock the clock of the timers, in nanoseconds, never less than 0
     */
    public ClientThreads(String clientName, int selectorCount, int names, LongSupplier clock) {
        this.clientName = clientName;
        AtomicInteger selectorNumber = new AtomicInteger();
        selectors = new SelectorThreadPool(
                selectorCount,
                task -> {
                    String name = clientName + "-selector-" + selectorNumber.incrementAndGet();
                    ClientThread thread = new ClientThread(this, name, task);
                    selectorThreads.add(thread);
                    return thread;
                },
                runner -> SelectorLoop.run(runner, () -> true, UNCAUGHT));
        connector = idling(clientName + "-connector", CONNECTORS);
        lookupThreads = Math.min(names, MAX_LOOKUPS);
        lookups = idling(clientName + "-lookup", lookupThreads);
        slowLookups = idling(clientName + "-lookup", Math.min(names, MAX_SLOW_LOOKUPS));
        authentications = idling(clientName + "-sasl", MAX_AUTHENTICATIONS);
        logins = idling(clientName + "-login", 1);
        callbacks = idling(clientName + "-callbacks", 1);
        refresh = idling(clientName + "-refresh", 1);
        this.clock = clock;
        timers = new TimerThread(clientName + "-deadlines", clock);
        timers.start();
    }

    private OnDemandExecutor idling(String threadName, int threads) {
        return new OnDemandExecutor(threads, task -> new ClientThread(this, threadName, task));
    }

    public void install(TCPNIOTransport transport) {
        selectors.install(transport, new ClientIoStrategy());
    }

    /** Starts the maintenance thread. A step must not block. It ends with the other threads. */
    public DaemonLoop startMaintenance(DaemonLoop.Step step) {
        DaemonLoop loop = new DaemonLoop(
                clientName + "-maintenance",
                step,
                TimeUnit.MILLISECONDS.toNanos(TimerThread.RETRY_MILLIS),
                new FailureLog(LoggerFactory.getLogger(ClientThreads.class), "the servers could not be updated"));
        maintenance = Optional.of(loop);
        loop.start();
        return loop;
    }

    public TimerThread timers() {
        return timers;
    }

    /** {@return the number of calls that selector threads have counted: {@link ClientThread#countCall}} */
    public long countedCalls() {
        return selectorThreads.stream().mapToLong(ClientThread::calls).sum();
    }

    /** {@return the number of completed calls that selector threads have counted: {@link ClientThread#countCompleted}} */
    public long countedCompleted() {
        return selectorThreads.stream().mapToLong(ClientThread::completed).sum();
    }

    /** {@return whether the current thread is a thread of this client that may run callbacks} */
    public boolean isOwn() {
        return Thread.currentThread() instanceof ClientThread thread && thread.belongsTo(this);
    }

    /**
     * Checks that the current thread may wait for something, which a kind and a name describe.
     *
     * @throws IllegalStateException if it is a thread of this client that may run callbacks: it might wait for itself
     */
    public void requireMayWait(String kind, String name) {
        if (isOwn()) {
            throw new IllegalStateException("waiting for " + kind + name + " would block "
                    + Thread.currentThread().getName() + ", a thread of the client; in callbacks, use AsyncIface or "
                    + "FutureIface stubs without waiting for their results, or run callbacks on an executor: "
                    + "ThriftClientBuilder.callbackExecutor");
        }
    }

    /** Clears an interrupt that user code left pending, if the current thread belongs to this client. */
    public void clearInterrupt() {
        if (isOwn() || Thread.currentThread() == timers.thread()) {
            Thread.interrupted();
        }
    }

    /** Runs a task that starts to connect; on the current thread after {@link #shutdown}. */
    public void runOnConnector(Runnable task) {
        connector.run(task);
    }

    /**
     * Runs a task that blocks for as long as a name lookup takes; on the current thread after {@link #shutdown}.
     *
     * @param isSlow whether it must not delay others
     */
    void runLookup(Runnable task, boolean isSlow) {
        (isSlow ? slowLookups : lookups).run(task);
    }

    /** {@return the number of lookups that run at the same time while none is stuck, without those of slow names} */
    int lookupThreads() {
        return lookupThreads;
    }

    /** Replaces the threads of lookups that take long, of names that were not slow before. */
    void replaceStuckLookups(int stuck) {
        lookups.resize(lookupThreads + Math.min(stuck, MAX_STUCK_LOOKUPS));
    }

    @Override
    public void runAuthentication(Runnable step) {
        authentications.run(step);
    }

    @Override
    public void runLogin(Runnable login) {
        logins.run(login);
    }

    @Override
    public LongConsumer alarm(Runnable task) {
        TimerThread.Timer timer = timers.timer(task);
        return nanos -> timer.set(clock.getAsLong() + nanos);
    }

    /** Runs a callback of a call without a selector thread, or a task that would occupy a selector thread for too long. */
    public void runCallback(Runnable callback) {
        callbacks.run(callback);
    }

    /** Runs a callback on another stack: on NAME-callbacks, or on a thread of its own after {@link #shutdown}. */
    public void runDetached(Runnable callback) {
        callbacks.runDetached(callback);
    }

    /**
     * Runs a method of the resolver, which may block although it must not, on a thread of its own; does nothing if an earlier
     * request has not begun.
     *
     * @param task does not throw
     */
    public void runRefresh(Runnable task) {
        if (refreshRequested.compareAndSet(false, true)) {
            try {
                refresh.run(() -> {
                    refreshRequested.set(false); // first: the answer may not know of failures from now on
                    task.run();
                });
            } catch (Throwable t) { // no memory for a thread
                refreshRequested.set(false);
                throw t;
            }
        }
    }

    /**
     * Runs a task on the selector thread of a connection; immediately on the current thread if that is the selector thread, or
     * if the selector has closed.
     */
    public void runOn(SelectorRunner runner, Runnable task) {
        SelectorTask once = new SelectorTask(task);
        runner.getTransport().getSelectorHandler().execute(runner, once, once.unlessRun());
    }

    /**
     * Grizzly reports a task that threw and a task that never ran in the same way, so this task records whether it has
     * started.
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
            Thread.interrupted(); // a callback may have left an interrupt pending
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

    /** Ends all threads, and waits at most {@value #STOP_MILLIS} ms for each kind of thread. */
    public void shutdown() {
        timers.close();
        maintenance.ifPresent(DaemonLoop::close);
        connector.shutdown();
        lookups.shutdown();
        slowLookups.shutdown();
        authentications.shutdown();
        logins.shutdown();
        callbacks.shutdown();
        refresh.shutdown();
        selectors.shutdownNow();
        try {
            selectors.awaitTermination(STOP_MILLIS, TimeUnit.MILLISECONDS);
            connector.awaitEnd(STOP_MILLIS);
            lookups.awaitEnd(STOP_MILLIS);
            slowLookups.awaitEnd(STOP_MILLIS);
            authentications.awaitEnd(STOP_MILLIS);
            logins.awaitEnd(STOP_MILLIS);
            callbacks.awaitEnd(STOP_MILLIS);
            refresh.awaitEnd(STOP_MILLIS);
            timers.thread().join(STOP_MILLIS);
            if (maintenance.isPresent()) {
                maintenance.get().thread().join(STOP_MILLIS);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
