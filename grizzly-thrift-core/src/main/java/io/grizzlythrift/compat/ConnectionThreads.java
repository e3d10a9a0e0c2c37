package io.grizzlythrift.compat;

import io.grizzlythrift.internal.connection.ConnectionTransport;
import io.grizzlythrift.strategy.SameThreadStrategy;
import io.grizzlythrift.strategy.internal.threads.ClaimLoop;
import io.grizzlythrift.strategy.internal.util.LogLimiter;
import io.grizzlythrift.strategy.internal.util.UncaughtLog;
import io.grizzlythrift.strategy.spi.CallBatch;
import io.grizzlythrift.strategy.spi.CallFlow;
import io.grizzlythrift.strategy.spi.StrategyThreads;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import org.glassfish.grizzly.nio.transport.TCPNIOTransport;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The threads of a server that runs each connection on one thread of an executor, as TThreadPoolServer does. Selector
 * threads only read. Connections that the executor rejects are refused.
 */
final class ConnectionThreads implements StrategyThreads {
    private static final Logger LOG = LoggerFactory.getLogger(TGrizzlyServer.class);

    private final ExecutorService executor;
    private final boolean executorIsOwn;

    /** Used for its selector threads only. */
    private final StrategyThreads selectors;

    private final Map<CallFlow, ConnectionThread> running = new ConcurrentHashMap<>();
    private final LongAdder refused;
    private final LogLimiter refusals = new LogLimiter(System::nanoTime);
    private final UncaughtLog uncaught = new UncaughtLog(TGrizzlyServer.class);
    private volatile boolean stopped;
    private volatile boolean undone;

    /**
     * Starts the selector threads.
     *
     * @param executorIsOwn whether the executor is shut down even if the start of the server fails
     * @param refused counts the connections that the executor rejects
     */
    ConnectionThreads(
            ExecutorService executor,
            boolean executorIsOwn,
            LongAdder refused,
            String serverName,
            int selectorThreads) {
        this.executor = executor;
        this.executorIsOwn = executorIsOwn;
        this.refused = refused;
        selectors = SameThreadStrategy.create().start(serverName, selectorThreads);
    }

    /**
     * Gives a new connection a thread, or lets it wait for one if the executor does. Called before its calls arrive.
     *
     * @return false if the executor rejects it
     */
    @SuppressWarnings("FutureReturnValueIgnored") // finishing cannot fail
    boolean serve(ConnectionTransport connection, ConnectionThread.Owner owner) {
        CallFlow flow = connection.flow();
        ConnectionThread thread = new ConnectionThread(owner, () -> running.remove(flow), uncaught);
        running.put(flow, thread);
        if (!submit(thread)) {
            running.remove(flow);
            return false;
        }
        if (stopped) { // before the thread was among the running ones
            thread.stop();
        }
        connection.whenFinished().thenRun(thread::finish);
        return true;
    }

    private boolean submit(ConnectionThread thread) {
        Throwable cause = null;
        try {
            executor.execute(thread);
        } catch (Throwable t) { // it is saturated or shut down, or can create no thread
            cause = t;
        }
        if (thread.submitted() && cause == null) {
            return true;
        }
        refused.increment();
        if (!stopped) {
            Object reason = cause == null ? "the executor runs tasks on the submitting thread" : cause;
            refusals.log(suppressed -> LOG.warn(
                    "closed a new connection, because no thread is free for it{}: {}",
                    LogLimiter.suffix(suppressed),
                    reason));
        }
        return false;
    }

    @Override
    public void install(TCPNIOTransport transport) {
        selectors.install(transport);
    }

    @Override
    public void execute(CallBatch batch) {
        ConnectionThread thread = running.get(batch.flow());
        if (thread == null) {
            batch.reject(stopped ? ClaimLoop.STOPPED : "its connection has no thread");
        } else {
            thread.execute(batch);
        }
    }

    @Override
    public void shutdownNow() {
        stop();
        executor.shutdown();
    }

    @Override
    public void undoStart() {
        undone = !executorIsOwn;
        stop();
        if (executorIsOwn) {
            executor.shutdown();
        }
    }

    private void stop() {
        stopped = true;
        selectors.shutdownNow();
        running.values().forEach(ConnectionThread::stop);
    }

    @Override
    public boolean awaitTermination(Duration timeout) throws InterruptedException {
        long deadline = System.nanoTime() + timeout.toNanos();
        return (undone || executor.awaitTermination(timeout.toNanos(), TimeUnit.NANOSECONDS))
                && selectors.awaitTermination(Duration.ofNanos(deadline - System.nanoTime()));
    }
}
