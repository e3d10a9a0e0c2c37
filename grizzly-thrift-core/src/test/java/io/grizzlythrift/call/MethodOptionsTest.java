package io.grizzlythrift.call;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertSame;
import static org.testng.Assert.expectThrows;

import io.grizzlythrift.limits.ServerLimits;
import io.grizzlythrift.server.ThriftServerBuilder;
import io.grizzlythrift.strategy.SameThreadStrategy;
import io.grizzlythrift.strategy.WorkerThreadStrategy;
import io.grizzlythrift.test.server.HeldProcessor;
import io.grizzlythrift.test.server.Strategies;
import java.time.Duration;
import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import org.apache.thrift.TBaseProcessor;
import org.apache.thrift.TProcessor;
import org.testng.Assert;
import org.testng.annotations.Test;

/** Tests the bounds of the options of a method, and to which methods they can be applied. */
@Test
public final class MethodOptionsTest {
    private static final Duration MILLISECOND = Duration.ofMillis(1);
    private static final Duration HOUR = Duration.ofHours(1);
    private static final Duration LESS = MILLISECOND.minusNanos(1);
    private static final Duration MORE = HOUR.plusNanos(1);

    private static String error(Class<? extends Throwable> type, Assert.ThrowingRunnable code) {
        return expectThrows(type, code).getMessage();
    }

    private static TProcessor processor(String method) {
        return new TBaseProcessor<>(new Object(), Collections.singletonMap(method, null)) {};
    }

    private static ThriftServerBuilder server() {
        return Strategies.WORKER_THREAD.builder(processor("report"));
    }

    public void threadsAndTimes() {
        MethodOptions options = MethodOptions.ofThreads(3);
        assertEquals(options.strategy().toString(), "worker-thread[threads=3, queueCapacity=1024]");
        assertEquals(options.queueTimeout(), Optional.empty());
        assertEquals(options.callTimeout(), Optional.empty());
        assertEquals(options.toString(), "[worker-thread[threads=3, queueCapacity=1024]]");
        for (Duration time : new Duration[] {MILLISECOND, HOUR}) {
            assertEquals(options.withQueueTimeout(time).queueTimeout(), Optional.of(time));
            assertEquals(options.withCallTimeout(time).callTimeout(), Optional.of(time));
        }
        assertEquals(options.maxInFlight(), Optional.empty());
        assertEquals(options.withMaxInFlight(7).maxInFlight(), Optional.of(7));
        SameThreadStrategy sameThread = SameThreadStrategy.create();
        MethodOptions all = MethodOptions.of(sameThread)
                .withMaxInFlight(1)
                .withCallTimeout(HOUR)
                .withQueueTimeout(MILLISECOND);
        assertSame(all.strategy(), sameThread);
        assertEquals(all.toString(), "[same-thread, queueTimeout=PT0.001S, callTimeout=PT1H, maxInFlight=1]");
    }

    public void bounds() {
        assertEquals(
                error(IllegalArgumentException.class, () -> MethodOptions.ofThreads(0)),
                "threads is 0, must be 1 to " + WorkerThreadStrategy.MAX_THREADS);
        assertEquals(
                error(
                        IllegalArgumentException.class,
                        () -> MethodOptions.ofThreads(WorkerThreadStrategy.MAX_THREADS + 1)),
                "threads is " + (WorkerThreadStrategy.MAX_THREADS + 1) + ", must be 1 to "
                        + WorkerThreadStrategy.MAX_THREADS);
        MethodOptions options = MethodOptions.ofThreads(1);
        for (Duration time : new Duration[] {LESS, MORE, Duration.ZERO}) {
            assertEquals(
                    error(IllegalArgumentException.class, () -> options.withQueueTimeout(time)),
                    "queueTimeout is " + time + ", must be PT0.001S to PT1H");
            assertEquals(
                    error(IllegalArgumentException.class, () -> options.withCallTimeout(time)),
                    "callTimeout is " + time + ", must be PT0.001S to PT1H");
        }
        for (int calls : new int[] {0, ServerLimits.MAX_CALLS + 1}) {
            assertEquals(
                    error(IllegalArgumentException.class, () -> options.withMaxInFlight(calls)),
                    "maxInFlight is " + calls + ", must be 1 to " + ServerLimits.MAX_CALLS);
        }
        error(NullPointerException.class, () -> MethodOptions.of(null));
    }

    public void namesOfMethods() {
        MethodOptions options = MethodOptions.ofThreads(1);
        assertEquals(server().method("report", options).build().config().methods(), Map.of("report", options));
        assertEquals(
                error(IllegalArgumentException.class, () -> server().method(" ", options)), "method name is blank");
        assertEquals(
                error(
                        IllegalArgumentException.class,
                        () -> server().method("report", options).method("report", MethodOptions.ofThreads(2))),
                "method 'report' already has options");
        error(NullPointerException.class, () -> server().method("report", null));
        assertEquals(
                error(
                        IllegalStateException.class,
                        () -> server().service("other", processor("list"))
                                .method("reprot", options)
                                .build()),
                "method 'reprot' has options, must be one of [other:list, report]");
        server().service("other", processor("list"))
                .method("other:list", options)
                .build();
        // The methods of this processor are not known.
        Strategies.WORKER_THREAD
                .builder(new HeldProcessor())
                .method("any", options)
                .build();
    }
}
