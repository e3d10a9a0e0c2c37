package io.grizzlythrift.dispatch.admission;

import io.grizzlythrift.strategy.spi.CallBatch;
import io.grizzlythrift.strategy.spi.CallFlow;
import java.util.function.Consumer;

/**
 * The threads that run a call, how long it may wait for one, and how long it may take. These are the threads and
 * timeouts of the server, or those of a method with {@link io.grizzlythrift.call.MethodOptions}. Immutable.
 */
public final class CallRoute {
    /** The number of the route of calls whose method has no options: {@value}. */
    public static final int MAIN = 0;

    private final int number;
    private final Consumer<CallBatch> threads;
    private final QueueTime queueTime;
    private final long callTimeoutNanos;

    /**
     * Creates a route.
     *
     * @param number {@link #MAIN} for the threads of the server, a larger number for other threads
     * @param threads accept a batch and run its calls
     * @param queueTime the limits on the time in queue
     * @param callTimeoutNanos the time from reading a call to its reply
     */
    public CallRoute(int number, Consumer<CallBatch> threads, QueueTime queueTime, long callTimeoutNanos) {
        this.number = number;
        this.threads = threads;
        this.queueTime = queueTime;
        this.callTimeoutNanos = callTimeoutNanos;
    }

    public int number() {
        return number;
    }

    /** Hands a batch to the threads. */
    public void execute(CallBatch batch) {
        threads.accept(batch);
    }

    /** {@return the flow of a connection that these threads see} */
    public CallFlow flowOf(CallOrigin origin) {
        CallFlow flow = origin.flow();
        return number == MAIN ? flow : flow.branch(number - 1);
    }

    public boolean isOverdue(CallOrigin origin, long waitedNanos) {
        // Most calls have not waited, and then their connection needs no flow.
        return queueTime.mayBeOverdue(waitedNanos) && queueTime.isOverdue(flowOf(origin), waitedNanos);
    }

    QueueTime queueTime() {
        return queueTime;
    }

    /** {@return the rejection message for an overdue call} */
    public String overdueMessage(long waitedNanos) {
        return queueTime.message(waitedNanos);
    }

    public long callTimeoutNanos() {
        return callTimeoutNanos;
    }
}
