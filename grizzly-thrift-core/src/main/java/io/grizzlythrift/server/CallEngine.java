package io.grizzlythrift.server;

import io.grizzlythrift.frame.FrameBatch;
import io.grizzlythrift.strategy.StrategyThreads;
import java.util.function.LongConsumer;

/**
 * Runs the calls of one server, whichever way they come: admits them, hands them to the strategy, counts them, and
 * watches over what takes long.
 */
final class CallEngine implements AutoCloseable {
    private final ServerCounters counters = new ServerCounters();
    private final ServerMetrics metrics = new ServerMetrics();
    private final StrategyThreads threads;
    private final LimitEvents events;
    private final Admission admission;
    private final ReplySweeper sweeper;
    private final AsyncCalls asyncCalls;
    private final CallRunners runners;
    private final Patrol patrol;

    /**
     * Starts two threads.
     *
     * @param threads run the calls; not ended by this
     * @param visit looks at what else has limits of time, again and again; gets {@link System#nanoTime()}
     */
    CallEngine(ServiceConfig service, StrategyThreads threads, LongConsumer visit) {
        this.threads = threads;
        events = new LimitEvents(service.name(), counters);
        admission = new Admission(service.limits(), events);
        counters.countInFlightWith(admission::inFlight);
        service.declareMethods(metrics.names());
        sweeper = new ReplySweeper(service.name());
        asyncCalls = new AsyncCalls(service, admission, events, counters);
        runners = new CallRunners(service, sweeper, admission, asyncCalls, counters, metrics);
        patrol = new Patrol(service.name(), service.limits(), () -> {
            long now = System.nanoTime();
            asyncCalls.endOverdue(now);
            visit.accept(now);
        });
    }

    ServerCounters counters() {
        return counters;
    }

    ServerMetrics metrics() {
        return metrics;
    }

    LimitEvents events() {
        return events;
    }

    /** Has the calls of one read run, as many as may; the others are refused with a reply. */
    void submit(CallSource source, FrameBatch frames) {
        counters.countCalls(frames.size());
        String refusal = admission.refusalOfAll();
        int admitted = refusal == null ? admission.admit(frames.size()) : 0;
        ConnectionBatch batch = new ConnectionBatch(source, frames, runners, admitted, System.nanoTime());
        if (admitted > 0) {
            threads.execute(batch);
        } else {
            batch.refuse(refusal == null ? admission.tooMany() : refusal);
        }
    }

    /** From now on every call is answered with a refusal that says why. */
    void refuseCalls(String reason) {
        admission.refuseAll(reason);
    }

    boolean refusesCalls() {
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
