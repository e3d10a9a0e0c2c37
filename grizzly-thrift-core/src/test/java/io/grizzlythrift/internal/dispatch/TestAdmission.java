package io.grizzlythrift.internal.dispatch;

import io.grizzlythrift.internal.frame.FrameBatch;
import io.grizzlythrift.internal.metrics.LimitReporter;
import io.grizzlythrift.limits.ServerLimits;
import io.grizzlythrift.strategy.spi.CallBatch;
import io.grizzlythrift.strategy.spi.CallFlow;
import io.grizzlythrift.strategy.spi.QueuePolicy;
import io.grizzlythrift.strategy.spi.StrategyThreads;
import io.grizzlythrift.test.PatientLimits;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Predicate;
import org.glassfish.grizzly.nio.transport.TCPNIOTransport;

/** Creates admission controls and routes of servers without priorities. */
public final class TestAdmission {
    private TestAdmission() {}

    public static AdmissionControl of(ServerLimits limits, LimitReporter limitReporter) {
        return new AdmissionControl(limits, QueuePolicy.FIFO, limitReporter);
    }

    /** Returns a route whose calls are not run by any thread. */
    public static CallRoute route(ServerLimits limits) {
        return route(CallRoute.MAIN, limits, new IdleThreads(true, flow -> false));
    }

    static CallRoute route(int number, ServerLimits limits, StrategyThreads threads) {
        return new CallRoute(number, threads, limits.queueTimeout(), limits.queueTarget(), limits.callTimeout(), null);
    }

    /** Returns calls that have places, and wait for as long as a slow machine takes. */
    public static SubmittedBatch admitted(
            CallOrigin origin, FrameBatch frames, CallExecutorPool executors, long arrival) {
        ReceivedCalls read = new ReceivedCalls(origin, frames, executors, arrival);
        SubmittedBatch batch = read.ofAll(route(PatientLimits.builder().build()), CallBatch.NORMAL_PRIORITY);
        batch.admit(() -> 0);
        return batch;
    }

    /** Returns a route whose calls have timed out as soon as they are read. */
    public static CallRoute routeWithoutTime() {
        return new CallRoute(new IdleThreads(true, flow -> false), Duration.ZERO, Optional.empty(), Duration.ZERO);
    }

    /** Threads that run no calls. */
    record IdleThreads(boolean hasCallQueue, Predicate<CallFlow> overloaded) implements StrategyThreads {
        @Override
        public void install(TCPNIOTransport transport) {}

        @Override
        public void execute(CallBatch batch) {}

        @Override
        public boolean isOverloaded(CallFlow flow) {
            return overloaded.test(flow);
        }

        @Override
        public void shutdownNow() {}

        @Override
        public boolean awaitTermination(Duration timeout) {
            return true;
        }
    }
}
