package io.grizzlythrift.internal.dispatch;

import io.grizzlythrift.call.PriorityClassifier;
import io.grizzlythrift.inspect.Listing;
import io.grizzlythrift.inspect.MethodSnapshot;
import io.grizzlythrift.inspect.QueueSnapshot;
import io.grizzlythrift.internal.call.RejectedCall;
import io.grizzlythrift.internal.call.RejectedCall.Reason;
import io.grizzlythrift.internal.frame.FrameBatch;
import io.grizzlythrift.internal.message.LibthriftVersion;
import io.grizzlythrift.internal.message.OnewayDetector;
import io.grizzlythrift.internal.metrics.CounterRecorder;
import io.grizzlythrift.internal.metrics.LimitReporter;
import io.grizzlythrift.internal.metrics.MethodMetricsRecorder;
import io.grizzlythrift.internal.reply.CopiedReplies;
import io.grizzlythrift.internal.reply.FlushTimer;
import io.grizzlythrift.internal.reply.ReplyBuffer;
import io.grizzlythrift.internal.reply.WaitingReplies;
import io.grizzlythrift.limits.ServerLimits;
import io.grizzlythrift.metrics.MethodMetricsData;
import io.grizzlythrift.strategy.internal.threads.EarlyInitialization;
import io.grizzlythrift.strategy.internal.util.LogLimiter;
import io.grizzlythrift.strategy.spi.CallBatch;
import io.grizzlythrift.strategy.spi.QueuePolicy;
import io.grizzlythrift.strategy.spi.StrategyThreads;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.LongConsumer;
import java.util.function.LongSupplier;
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
    private final LongSupplier clock;
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
     * @param timeoutCheck checks the timeouts of connections; called periodically with the time of {@link
     *     ServiceConfig#clock()}
     */
    public Dispatcher(ServiceConfig service, StrategyThreads threads, LongConsumer timeoutCheck) {
        LibthriftVersion.requireSupported();
        EarlyInitialization.of(
                AsyncCall.class,
                ServerCall.class,
                MethodMetricsData.class,
                OnewayDetector.class,
                CopiedReplies.class,
                RejectedCall.class,
                ReplyBuffer.class,
                SubmittedBatch.class,
                TApplicationException.class,
                WaitingReplies.class);
        this.threads = threads;
        clock = service.clock();
        limitReporter = new LimitReporter(service.name(), counters);
        QueuePolicy policy = applyPolicy(service);
        admission = new AdmissionControl(service.limits(), policy, limitReporter);
        routes = new CallRoutes(service, threads, policy, admission);
        FlushTimer started = null;
        try {
            Optional<PriorityClassifier> priorities = policy.prioritized() ? service.priorities() : Optional.empty();
            partitioner = new Partitioner(priorities, counters, routes, this::submit);
            counters.readInFlightFrom(admission::inFlight, admission::limit);
            service.declareMethods(metrics.names());
            started = new FlushTimer(service.name());
            flushTimer = started;
            asyncCalls = new PendingAsyncCalls(service, admission, limitReporter, counters);
            MethodPaces paces = new MethodPaces(threads, metrics.names());
            metrics.readPlacementsFrom(paces::placement);
            executors = new CallExecutorPool(service, flushTimer, admission, asyncCalls, counters, metrics, paces);
            Set<String> withOwnPlaces = service.methods().keySet(); // the limit does not apply to them
            LongConsumer adaptiveLimit = service.limits()
                    .concurrencyLimit()
                    .<LongConsumer>map(bounds -> new AdaptiveLimit(
                            bounds, () -> metrics.callTimes(withOwnPlaces), admission::limit, System.nanoTime())::check)
                    .orElse(now -> {});
            timeoutMonitor = new TimeoutMonitor(service.name(), service.limits(), service.methodTimeouts(), () -> {
                long now = service.clock().getAsLong();
                try {
                    asyncCalls.expireOverdue(now);
                    metrics.unwatchIfUnseen(now);
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
        submit(accept(origin, frames, System.nanoTime()));
    }

    /**
     * Accepts calls that were read together with those of other origins. Pass the results to {@link #submit(List)}.
     *
     * @param now when they were read, as {@link System#nanoTime()}
     * @return the calls, the highest priority first; none if they have already ended
     */
    public List<SubmittedBatch> accept(CallOrigin origin, FrameBatch frames, long now) {
        List<SubmittedBatch> batches = List.of();
        try {
            counters.countCalls(frames.size());
            ReceivedCalls read = new ReceivedCalls(origin, frames, executors, now);
            if (partitioner.isNeeded()) {
                partitioner.divide(read);
            } else {
                read.ofAll(routes.main(), CallBatch.NORMAL_PRIORITY);
            }
            batches = read.batches();
            // Checked only after the calls are in the reply queue. A drain first rejects new calls and then waits for
            // the queue to become idle, so either it waits for these calls or they see the rejection.
            String rejection = origin.isServedWhileDraining() ? null : admission.rejectAllReason();
            int admitted = rejection == null ? admit(batches, origin, read.size()) : 0;
            if (!read.charge()) {
                try {
                    origin.terminate(); // again, in case there was no memory for it before
                } finally {
                    read.drop();
                }
            } else if (admitted > 0) {
                return batches;
            } else if (rejection == null) {
                batches.forEach(SubmittedBatch::rejectNotAdmitted);
            } else {
                batches.forEach(batch -> batch.reject(Reason.DRAINING, rejection));
            }
        } catch (Throwable t) {
            if (batches.isEmpty()) { // no reply is possible
                origin.abandon();
                logNotTaken(t);
            } else {
                endNotTaken(batches, t);
            }
        }
        return List.of();
    }

    /** Admits calls in the order of their priorities. Returns how many were admitted. */
    private static int admit(List<SubmittedBatch> batches, CallOrigin origin, int calls) {
        if (batches.size() == 1) {
            return batches.get(0).admit(() -> origin.earlierCalls(calls));
        }
        Set<CallRoute> full = new HashSet<>();
        int admitted = 0;
        for (SubmittedBatch batch : batches) {
            if (full.contains(batch.route())) { // of calls of a higher priority
                batch.countNotAdmitted();
                continue;
            }
            int before = admitted;
            int ofBatch = batch.admit(() -> origin.earlierCalls(calls) + before);
            admitted += ofBatch;
            if (ofBatch < batch.size()) {
                full.add(batch.route());
            }
        }
        return admitted;
    }

    /**
     * Submits calls of one connection that were accepted. Those of the same route and priority that follow each other, of
     * one call each, run like the calls of one batch.
     */
    public void submit(List<SubmittedBatch> accepted) {
        int from = 0;
        while (from < accepted.size()) {
            SubmittedBatch first = accepted.get(from);
            int to = from + 1;
            while (to < accepted.size() && accepted.get(to).runsWith(first)) {
                to++;
            }
            execute(to - from == accepted.size() ? accepted : accepted.subList(from, to));
            from = to;
        }
    }

    private void execute(List<SubmittedBatch> batches) {
        try {
            SubmittedBatch first = batches.get(0);
            first.route().execute(batches.size() == 1 ? first : new PipelinedCalls(batches));
            batches.forEach(SubmittedBatch::trackIfQueued);
        } catch (Throwable t) {
            endNotTaken(batches, t);
        }
    }

    /** Rejects the unclaimed calls. */
    private void endNotTaken(List<SubmittedBatch> batches, Throwable cause) {
        batches.forEach(batch -> batch.reject(NOT_TAKEN));
        logNotTaken(cause);
    }

    @SuppressWarnings("EmptyCatch") // the calls have ended, which is more important
    private void logNotTaken(Throwable cause) {
        try {
            failureLog.log(suppressed ->
                    LOG.error("calls could not be handed to the strategy{}", LogLimiter.suffix(suppressed), cause));
        } catch (Throwable noMemoryToLog) {
            // The calls have ended.
        }
    }

    /**
     * Finds the oldest calls in flight.
     *
     * @param max how many
     * @param queues the queues of all connections
     */
    public CallsInFlight callsInFlight(int max, List<QueuedBatches> queues) {
        CallsInFlight calls = new CallsInFlight(max, System.nanoTime());
        queues.forEach(calls::addQueued);
        executors.forEach(calls::addRunning);
        asyncCalls.forEach(calls::addPending);
        return calls;
    }

    /** {@return the queues of the strategies that have one, that of the server first} */
    public List<QueueSnapshot> queues() {
        return routes.queues();
    }

    /** {@return the methods with most calls} */
    public Listing<MethodSnapshot> methods(int max) {
        long now = System.nanoTime();
        return metrics.inspect(max, method -> executors.paces().explain(method, now), clock.getAsLong());
    }

    /** {@return why every call is rejected; empty if they are not} */
    public Optional<String> rejection() {
        return Optional.ofNullable(admission.rejectAllReason());
    }

    /** Rejects calls from now on, with a reply that states the reason, except those of clients that close by themselves. */
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
