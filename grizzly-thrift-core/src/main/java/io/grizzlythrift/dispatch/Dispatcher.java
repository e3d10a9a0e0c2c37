package io.grizzlythrift.dispatch;

import io.grizzlythrift.call.CallPriorities;
import io.grizzlythrift.dispatch.service.ServiceConfig;
import io.grizzlythrift.frame.FrameBatch;
import io.grizzlythrift.limits.ServerLimits;
import io.grizzlythrift.limits.adaptive.AdaptiveLimit;
import io.grizzlythrift.log.LogLimiter;
import io.grizzlythrift.message.LibthriftVersion;
import io.grizzlythrift.message.OnewayDetector;
import io.grizzlythrift.metrics.MethodMetricsData;
import io.grizzlythrift.metrics.recorder.CounterRecorder;
import io.grizzlythrift.metrics.recorder.LimitReporter;
import io.grizzlythrift.metrics.recorder.MethodMetricsRecorder;
import io.grizzlythrift.peer.RejectedCall;
import io.grizzlythrift.peer.RejectedCall.Reason;
import io.grizzlythrift.reply.CopiedReplies;
import io.grizzlythrift.reply.FlushTimer;
import io.grizzlythrift.reply.ReplyBuffer;
import io.grizzlythrift.reply.WaitingReplies;
import io.grizzlythrift.selector.EarlyInitialization;
import io.grizzlythrift.strategy.spi.CallFlow;
import io.grizzlythrift.strategy.spi.QueuePolicy;
import io.grizzlythrift.strategy.spi.StrategyThreads;
import io.grizzlythrift.timeout.TimeoutMonitor;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.LongConsumer;
import org.apache.thrift.TApplicationException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Dispatches the calls of one server, over TCP or HTTP: admits them, hands them to the strategy, counts them, and
 * enforces timeouts. Owns the flush timer and the timeout monitor. Thread-safe.
 */
public final class Dispatcher implements AutoCloseable {
    /**
     * Rejection message for calls that the strategy failed to accept. Not a compile-time constant: that would be
     * allocated on first use, when there may be no memory.
     */
    static final String NOT_TAKEN = String.valueOf("no thread could take the call");

    private static final Logger LOG = LoggerFactory.getLogger(Dispatcher.class);

    private final LogLimiter failureLog = new LogLimiter(System::nanoTime);
    private final CounterRecorder counters = new CounterRecorder();
    private final MethodMetricsRecorder metrics = new MethodMetricsRecorder();
    private final StrategyThreads threads;
    private final CallRoutes routes;
    private final LimitReporter limitReporter;
    private final AdmissionControl admission;
    private final FlushTimer flushTimer;
    private final PendingAsyncCalls asyncCalls;
    private final CallExecutorPool executors;
    private final TimeoutMonitor timeoutMonitor;

    private final Partitioner partitioner;

    /**
     * Starts the threads of the flush timer, of the timeout monitor, and of methods with their own threads. If something fails,
     * none is left.
     *
     * @param threads run the calls of all other methods; not stopped by {@link #close()}
     * @param timeoutCheck checks the timeouts of connections; called periodically with {@link System#nanoTime()}
     */
    public Dispatcher(ServiceConfig service, StrategyThreads threads, LongConsumer timeoutCheck) {
        LibthriftVersion.requireSupported();
        EarlyInitialization.of(
                AsyncCall.class,
                MethodMetricsData.class,
                OnewayDetector.class,
                CopiedReplies.class,
                RejectedCall.class,
                ReplyBuffer.class,
                SubmittedBatch.class,
                TApplicationException.class,
                WaitingReplies.class);
        this.threads = threads;
        limitReporter = new LimitReporter(service.name(), counters);
        QueuePolicy policy = applyPolicy(service);
        admission = new AdmissionControl(service.limits(), policy, limitReporter);
        routes = new CallRoutes(service, threads, policy, admission);
        FlushTimer started = null;
        try {
            Optional<CallPriorities> priorities = policy.prioritized() ? service.priorities() : Optional.empty();
            partitioner = new Partitioner(
                    priorities.map(chosen -> new Prioritizer(chosen, counters)), routes, this::submitMoved);
            counters.readInFlightFrom(admission::inFlight, admission::limit);
            service.declareMethods(metrics.names());
            started = new FlushTimer(service.name());
            flushTimer = started;
            asyncCalls = new PendingAsyncCalls(service, admission, limitReporter, counters);
            MethodPaces paces = new MethodPaces(threads, metrics.names());
            metrics.readPlacementsFrom(paces::placement);
            executors = new CallExecutorPool(service, flushTimer, admission, asyncCalls, counters, metrics, paces);
            Set<String> withOwnPlaces = service.methods().keySet(); // the limit does not apply to them
            LongConsumer adaptiveLimit = service.concurrencyLimit()
                    .<LongConsumer>map(bounds -> new AdaptiveLimit(
                            bounds, () -> metrics.callTimes(withOwnPlaces), admission::limit, System.nanoTime())::check)
                    .orElse(now -> {});
            timeoutMonitor = new TimeoutMonitor(service.name(), service.limits(), service.methodTimeouts(), () -> {
                long now = System.nanoTime();
                try {
                    asyncCalls.expireOverdue(now);
                    adaptiveLimit.accept(now);
                } finally {
                    timeoutCheck.accept(now);
                }
            });
        } catch (Throwable t) {
            routes.undoStart();
            if (started != null) {
                started.close();
            }
            throw t;
        }
    }

    /** Applies the options that affect the order of calls to the queue of the strategy, if it has one. */
    private QueuePolicy applyPolicy(ServiceConfig service) {
        ServerLimits limits = service.limits();
        QueuePolicy wanted = new QueuePolicy(
                service.priorities().isPresent(), limits.queueTarget().map(target -> limits.queueInterval()));
        if (wanted.equals(QueuePolicy.FIFO) || threads.apply(wanted)) {
            return wanted;
        }
        LOG.warn(
                "server '{}': priorities and queueTarget have no effect: the strategy has no queue for them",
                service.name());
        return QueuePolicy.FIFO;
    }

    public CounterRecorder counters() {
        return counters;
    }

    public MethodMetricsRecorder metrics() {
        return metrics;
    }

    public LimitReporter limitReporter() {
        return limitReporter;
    }

    /**
     * Submits the calls of one read. Calls over the limit are rejected with a reply. If submitting fails, the unclaimed
     * calls are rejected, or end with their connection.
     */
    public void submit(CallOrigin origin, FrameBatch frames) {
        SubmittedBatch batch = accept(origin, frames, System.nanoTime());
        if (batch != null) {
            try {
                execute(batch);
            } catch (Throwable t) {
                endNotTaken(origin, batch, t);
            }
        }
    }

    /**
     * Accepts one of several calls that were read together but have different origins. Pass the results to {@link
     * #submit(CallFlow, List)}.
     *
     * @param frames contains one call
     * @param now when it was read, as {@link System#nanoTime()}
     * @return a batch of one call; null if the call has already ended
     */
    public SubmittedBatch accept(CallOrigin origin, FrameBatch frames, long now) {
        SubmittedBatch batch = null;
        try {
            int calls = frames.size();
            counters.countCalls(calls);
            batch = partitioner.isNeeded()
                    ? partitioner.batch(origin, frames, executors, now)
                    : new SubmittedBatch(origin, frames, executors, now, routes.main());
            // Checked only after the calls are in the reply queue. A drain first rejects new calls and then waits for
            // the queue to become idle, so either it waits for these calls or they see the rejection.
            String rejection = origin.isServedWhileDraining() ? null : admission.rejectAllReason();
            int admitted = rejection == null ? batch.admit(admission, () -> origin.earlierCalls(calls)) : 0;
            if (!batch.charge()) {
                try {
                    origin.terminate(); // again, in case there was no memory for it before
                } finally {
                    batch.drop();
                }
            } else if (admitted > 0) {
                return batch;
            } else if (rejection == null) {
                batch.rejectNotAdmitted();
            } else {
                batch.reject(Reason.DRAINING, rejection);
            }
        } catch (Throwable t) {
            endNotTaken(origin, batch, t);
        }
        return null;
    }

    /**
     * Submits the calls of one read that have different origins, so that they run like the calls of one batch.
     *
     * @param flow the flow of their connection
     * @param accepted the batches that {@link #accept} returned, in the order of the read
     */
    public void submit(CallFlow flow, List<SubmittedBatch> accepted) {
        try {
            if (partitioner.isNeeded()) {
                accepted.forEach(Dispatcher::execute);
            } else {
                threads.execute(new PipelinedCalls(flow, accepted));
                accepted.forEach(Dispatcher::trackIfQueued);
            }
        } catch (Throwable t) {
            accepted.forEach(batch -> endNotTaken(batch.origin(), batch, t));
        }
    }

    /**
     * Submits calls of one read, each a batch of its own, to the threads of their methods. Those that follow each other
     * and run on the same threads are one batch there.
     */
    private void submitMoved(List<SubmittedBatch> calls) {
        int from = 0;
        while (from < calls.size()) {
            SubmittedBatch first = calls.get(from);
            int to = from + 1;
            while (to < calls.size() && calls.get(to).runsWith(first)) {
                to++;
            }
            List<SubmittedBatch> together = calls.subList(from, to);
            try {
                first.routeOf(0).execute(new PipelinedCalls(first.flow(), together));
                together.forEach(Dispatcher::trackIfQueued);
            } catch (Throwable t) {
                together.forEach(batch -> endNotTaken(batch.origin(), batch, t));
            }
            from = to;
        }
    }

    private static void trackIfQueued(SubmittedBatch batch) {
        if (batch.hasUnclaimed()) {
            batch.origin().trackQueued(batch);
        }
    }

    private static void execute(SubmittedBatch batch) {
        batch.execute();
        trackIfQueued(batch);
    }

    /** Rejects the unclaimed calls. If there is no batch, no reply is possible, so the connection is abandoned. */
    private void endNotTaken(CallOrigin origin, SubmittedBatch batch, Throwable cause) {
        if (batch == null) {
            origin.abandon();
        } else {
            batch.reject(NOT_TAKEN);
        }
        try {
            failureLog.log(suppressed ->
                    LOG.error("calls could not be handed to the strategy{}", LogLimiter.suffix(suppressed), cause));
        } catch (Throwable noMemoryToLog) {
            // The calls have ended, which is more important.
        }
    }

    /** Rejects every call from now on, with a reply that states the reason. */
    public void rejectCalls(String reason) {
        admission.rejectAll(reason);
    }

    public boolean rejectsCalls() {
        return admission.rejectAllReason() != null;
    }

    /** {@return the rejection message for a call that arrives now, if it would exceed maxInFlight} */
    public Optional<String> overload() {
        return admission.overload();
    }

    /** Stops the threads that the constructor started, and ends calls whose asynchronous handlers have not replied. */
    @Override
    public void close() {
        routes.close();
        closeOthers();
    }

    /** Does the same for a server whose start failed. What belongs to the user stays usable. */
    public void undoStart() {
        routes.undoStart();
        closeOthers();
    }

    private void closeOthers() {
        flushTimer.close();
        timeoutMonitor.close();
        asyncCalls.close();
        executors.close();
    }

    /**
     * Waits until the threads that the constructor started have ended, after {@link #close}.
     *
     * @return false if one that runs calls still runs after the timeout
     */
    public boolean awaitTermination(Duration timeout) throws InterruptedException {
        join(flushTimer.thread(), timeout);
        join(timeoutMonitor.thread(), timeout);
        boolean ended = routes.awaitTermination(timeout);
        executors.takeBack();
        return ended;
    }

    private static void join(Thread thread, Duration timeout) throws InterruptedException {
        if (thread != Thread.currentThread()) { // a hook of the user may stop the server
            thread.join(timeout.toMillis());
        }
    }

    /**
     * {@return whether the current thread runs a call of this server, or the listeners of its end} Such a thread must not wait
     * for the calls of this server.
     */
    public boolean isInCall() {
        return executors.isInCall() || asyncCalls.isEnding();
    }
}
