package io.grizzlythrift.strategy.internal.threads;

import io.grizzlythrift.strategy.internal.queue.MethodPace;
import io.grizzlythrift.strategy.internal.queue.PaceLearner;
import io.grizzlythrift.strategy.internal.queue.PaceListener;
import io.grizzlythrift.strategy.internal.queue.PaceRules;
import io.grizzlythrift.strategy.internal.queue.PacedCall;
import io.grizzlythrift.strategy.internal.queue.RunDelay;
import io.grizzlythrift.strategy.internal.util.LogLimiter;
import io.grizzlythrift.strategy.internal.util.UncaughtLog;
import io.grizzlythrift.strategy.spi.Call;
import io.grizzlythrift.strategy.spi.CallBatch;
import io.grizzlythrift.strategy.spi.StrategyThreads;
import java.time.Duration;
import java.util.Optional;
import org.glassfish.grizzly.nio.transport.TCPNIOTransport;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Worker threads, and selector threads that run quick calls themselves. The calls of a read run on its selector thread up to
 * the first one that is not quick; that call and all later ones go to the pool. Meanwhile, calls of a later read of the
 * same connection may run on the selector thread: the order of replies does not depend on which thread runs a call.
 *
 * <p>If a call holds its selector thread for as long as it takes to demote its method, another thread takes the selector over. The
 * rest of the batch, and batches that the selector thread has read but not begun, go to the pool.
 */
public final class AdaptiveThreads extends WorkerThreads implements InlineIoStrategy.Server, PaceLearner {
    private static final Logger LOG = LoggerFactory.getLogger(AdaptiveThreads.class);

    private final PaceRules rules;
    private final PaceListener listener;
    private final UncaughtLog uncaught = new UncaughtLog(StrategyThreads.class);
    private final SelectorTakeover takeover;
    private final SelectorMonitor monitor;
    private volatile boolean stopped;

    /** Starts the worker threads; the selector threads start with the transport. */
    public AdaptiveThreads(String serverName, int selectorThreads, int threads, int queueCapacity, PaceRules rules) {
        super(serverName, selectorThreads, threads, queueCapacity, TimedPoolThread::new);
        this.rules = rules;
        listener = new Changes(serverName);
        takeover = new SelectorTakeover(
                selectorThreads,
                selectorThreads + threads,
                selectorFactory(),
                uncaught,
                System::nanoTime,
                this::submit);
        monitor = new SelectorMonitor(serverName, rules.burstNanos(), System::nanoTime, takeover);
        try {
            monitor.start();
        } catch (Error e) { // the system has no more threads
            shutdownNow();
            throw e;
        }
    }

    /** Logs which calls run where. A promotion does not suppress the line that says why its method was demoted. */
    private static final class Changes implements PaceListener {
        private final LogLimiter promotions = new LogLimiter(System::nanoTime);
        private final LogLimiter demotions = new LogLimiter(System::nanoTime);
        private final String serverName;

        Changes(String serverName) {
            this.serverName = serverName;
        }

        @Override
        public void promoted(String method) {
            promotions.log(suppressed -> LOG.info(
                    "server '{}': {} runs on selector threads: {} calls in a row were quick{}",
                    serverName,
                    method,
                    PaceRules.CALLS_IN_ROW,
                    LogLimiter.suffix(suppressed)));
        }

        @Override
        public void demoted(String method, long slowNanos, long waitNanos) {
            demotions.log(suppressed -> LOG.info(
                    "server '{}': {} runs on the pool for at least {} ms: slow calls took {} us{}",
                    serverName,
                    method,
                    Duration.ofNanos(waitNanos).toMillis(),
                    slowNanos / 1_000,
                    LogLimiter.suffix(suppressed)));
        }
    }

    /** Measures each call. */
    private static final class TimedPoolThread extends PoolThread {
        TimedPoolThread(CallThreadPool<?> pool, String name, UncaughtLog uncaught) {
            super(pool, name, uncaught);
        }

        @Override
        protected void runCall(Call call) {
            MethodPace pace = call instanceof PacedCall paced ? paced.pace() : null;
            if (pace == null) {
                call.run();
                return;
            }
            long begin = System.nanoTime();
            try {
                call.run();
            } finally {
                long end = System.nanoTime();
                pace.ranOnPool(end - begin, end);
            }
        }
    }

    @Override
    public void install(TCPNIOTransport transport) {
        super.install(transport);
        transport.setIOStrategy(new InlineIoStrategy(this));
        transport.setSelectorHandler(new FlushBeforeSelect());
    }

    @Override
    public Optional<MethodPace> learn(String method) {
        return Optional.of(new MethodPace(method, rules, listener, System.nanoTime()));
    }

    /** {@inheritDoc} A selector thread in an event keeps the batch until the event has ended. */
    @Override
    public void execute(CallBatch batch) {
        SelectorLease lease = Thread.currentThread() instanceof SelectorThread thread ? thread.lease() : null;
        if (lease == null || !lease.defer(this, batch)) {
            submit(batch);
        }
    }

    @Override
    public void submit(CallBatch batch) {
        super.execute(batch);
    }

    /** {@inheritDoc} Throws nothing: if there is no memory, the pool rejects the calls. */
    @Override
    public void serve(SelectorThread thread, SelectorLease lease, CallBatch batch) {
        try {
            runOrSubmit(thread, lease, batch);
        } catch (Throwable t) {
            uncaught.log(t);
            submit(batch);
        }
    }

    private void runOrSubmit(SelectorThread thread, SelectorLease lease, CallBatch batch) {
        int ran = takeover.mayRunCalls() ? runQuickCalls(thread, lease, batch) : 0;
        if (lease.isTaken()) {
            takeover.returned();
            thread.flushNow(batch);
            if (batch.isSerial() && batch.unclaimed() > 0) {
                submit(batch);
            }
        } else if (batch.unclaimed() == 0) {
            thread.deferFlush(batch);
        } else {
            if (ran > 0) {
                thread.flushNow(batch);
            } else {
                thread.connectionServed();
            }
            submit(batch);
        }
    }

    private int runQuickCalls(SelectorThread thread, SelectorLease lease, CallBatch batch) {
        if (!lease.isMonitored()) {
            monitor.add(lease, RunDelay.ofCurrentThread());
            lease.setMonitored();
        }
        monitor.callsBegin();
        return thread.inlineCalls(this::newInlineCalls).run(batch, lease);
    }

    private InlineCalls newInlineCalls() {
        return new InlineCalls(System::nanoTime, RunDelay.ofCurrentThread(), uncaught, () -> stopped);
    }

    @Override
    public void rejectWork() {
        stopped = true;
        super.rejectWork();
    }

    @Override
    public void shutdownNow() {
        stopped = true;
        monitor.close();
        takeover.shutdownNow();
        super.shutdownNow();
    }

    @Override
    public boolean awaitTermination(Duration timeout) throws InterruptedException {
        long deadline = System.nanoTime() + timeout.toNanos();
        return super.awaitTermination(timeout) && takeover.awaitTermination(deadline - System.nanoTime());
    }
}
