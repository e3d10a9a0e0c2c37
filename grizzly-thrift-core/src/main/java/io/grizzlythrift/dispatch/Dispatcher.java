package io.grizzlythrift.dispatch;

import io.grizzlythrift.frame.FrameBatch;
import io.grizzlythrift.log.LogLimiter;
import io.grizzlythrift.message.OnewayDetector;
import io.grizzlythrift.metrics.MethodMetricsData;
import io.grizzlythrift.metrics.recorder.CounterRecorder;
import io.grizzlythrift.metrics.recorder.LimitReporter;
import io.grizzlythrift.metrics.recorder.MethodMetricsRecorder;
import io.grizzlythrift.reply.CopiedReplies;
import io.grizzlythrift.reply.FlushTimer;
import io.grizzlythrift.selector.EarlyInitialization;
import io.grizzlythrift.strategy.StrategyThreads;
import io.grizzlythrift.timeout.TimeoutMonitor;
import java.util.function.LongConsumer;
import org.apache.thrift.TApplicationException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs the calls of one server, whichever way they come: admits them, hands them to the strategy, counts them, and
 * watches over what takes long.
 */
public final class Dispatcher implements AutoCloseable {
    /**
     * Rejection message for calls that the strategy could not take. Not a compile-time constant: that would be allocated
     * on first use, when there may be no memory.
     */
    static final String NOT_TAKEN = String.valueOf("no thread could take the call");

    private static final Logger LOG = LoggerFactory.getLogger(Dispatcher.class);

    private final LogLimiter failureLog = new LogLimiter(System::nanoTime);
    private final CounterRecorder counters = new CounterRecorder();
    private final MethodMetricsRecorder metrics = new MethodMetricsRecorder();
    private final StrategyThreads threads;
    private final LimitReporter events;
    private final AdmissionControl admission;
    private final FlushTimer sweeper;
    private final PendingAsyncCalls asyncCalls;
    private final CallExecutorPool runners;
    private final TimeoutMonitor patrol;

    /**
     * Starts two threads.
     *
     * @param threads run the calls; not ended by this
     * @param visit looks at what else has limits of time, again and again; gets {@link System#nanoTime()}
     */
    public Dispatcher(ServiceConfig service, StrategyThreads threads, LongConsumer visit) {
        EarlyInitialization.of(
                AsyncCall.class,
                MethodMetricsData.class,
                OnewayDetector.class,
                CopiedReplies.class,
                TApplicationException.class);
        this.threads = threads;
        events = new LimitReporter(service.name(), counters);
        admission = new AdmissionControl(service.limits(), threads.hasCallQueue(), events);
        counters.countInFlightWith(admission::inFlight);
        service.declareMethods(metrics.names());
        sweeper = new FlushTimer(service.name());
        asyncCalls = new PendingAsyncCalls(service, admission, events, counters);
        runners = new CallExecutorPool(service, sweeper, admission, asyncCalls, counters, metrics);
        patrol = new TimeoutMonitor(service.name(), service.limits(), () -> {
            long now = System.nanoTime();
            try {
                asyncCalls.endOverdue(now);
            } finally {
                visit.accept(now);
            }
        });
    }

    public CounterRecorder counters() {
        return counters;
    }

    public MethodMetricsRecorder metrics() {
        return metrics;
    }

    public LimitReporter events() {
        return events;
    }

    /**
     * Has the calls of one read run, as many as may; the others are refused with a reply. If that fails, the calls that
     * nobody has begun end with their connection.
     */
    public void submit(CallOrigin source, FrameBatch frames) {
        ReadBatch batch = null;
        try {
            int calls = frames.size();
            counters.countCalls(calls);
            batch = new ReadBatch(source, frames, runners, System.nanoTime());
            // Looked at only now that the calls are in line: who drains refuses first and then waits for the line to be
            // idle, so it waits for these calls, or they are refused.
            String refusal = admission.refusalOfAll();
            int admitted = refusal == null
                    ? admission.admit(calls, () -> source.replyQueue().unanswered() - calls)
                    : 0;
            batch.admit(admitted);
            if (!batch.charge()) {
                try {
                    source.terminate(); // again, should there have been no memory for it before
                } finally {
                    batch.drop();
                }
            } else if (admitted > 0) {
                threads.execute(batch);
                if (batch.hasUnclaimed()) {
                    source.watch(batch);
                }
            } else {
                batch.reject(refusal == null ? admission.tooMany() : refusal);
            }
        } catch (Throwable t) {
            endNotTaken(source, batch, t);
        }
    }

    /** Ends the calls that nobody has begun. Without a batch there is nothing to answer them with. */
    private void endNotTaken(CallOrigin source, ReadBatch batch, Throwable cause) {
        if (batch == null) {
            source.abandon();
        } else {
            batch.reject(NOT_TAKEN);
        }
        try {
            failureLog.log(suppressed ->
                    LOG.error("calls could not be handed to the strategy{}", LogLimiter.suffix(suppressed), cause));
        } catch (Throwable noMemoryForALine) {
            // The calls have ended, which is what counts.
        }
    }

    /** From now on every call is answered with a refusal that says why. */
    public void refuseCalls(String reason) {
        admission.refuseAll(reason);
    }

    public boolean refusesCalls() {
        return admission.refusalOfAll() != null;
    }

    /** Ends the two threads, and calls of asynchronous handlers that are not answered. */
    @Override
    public void close() {
        sweeper.close();
        patrol.close();
        asyncCalls.close();
    }
}
