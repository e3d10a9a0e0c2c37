package io.grizzlythrift.internal.metrics;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertTrue;

import io.grizzlythrift.call.ServerCallOutcome.Kind;
import io.grizzlythrift.inspect.Latencies;
import io.grizzlythrift.inspect.MethodSnapshot;
import io.grizzlythrift.internal.message.ProcessorTable;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.apache.thrift.TProcessor;
import org.testng.annotations.BeforeMethod;
import org.testng.annotations.Test;

/** Tests that times are counted in classes while somebody looks, on every kind of thread, and at no other time. */
public final class WatchedLatenciesTest {
    private static final TProcessor PROCESSOR = (in, out) -> {};
    private static final ProcessorTable SERVICES = new ProcessorTable(PROCESSOR, Map.of());
    private static final long SLOW = TimeUnit.MILLISECONDS.toNanos(80);
    private static final long QUICK = TimeUnit.MICROSECONDS.toNanos(20);

    private MethodMetricsRecorder metrics;
    private CallRecorder recorder;
    private long clock;

    @BeforeMethod
    void begin() {
        metrics = new MethodMetricsRecorder();
        recorder = metrics.newRecorder();
    }

    /** Ends calls that have queued and run for the same time. */
    private void end(int calls, long nanos) {
        recorder.clock(clock, 0);
        for (int i = 0; i < calls; i++) {
            recorder.end(SERVICES, "work", Kind.REPLIED, 1, 1, nanos);
            clock += nanos;
        }
        recorder.clock(clock, 0);
    }

    private MethodSnapshot look(long now) {
        return metrics.inspect(10, name -> Optional.empty(), now).items().get(0);
    }

    private static void assertNear(Latencies times, double share, long nanos) {
        double ratio = (double) times.quantile(share).orElseThrow().toNanos() / nanos;
        assertTrue(ratio > 0.75 && ratio < 1.26, times + " instead of " + Duration.ofNanos(nanos));
    }

    @Test
    public void countsFromTheFirstLookOn() {
        end(5, SLOW);
        assertEquals(look(0).queued().count(), 0);
        end(98, QUICK);
        end(1, SLOW);
        end(1, SLOW);
        MethodSnapshot seen = look(1);
        assertEquals(seen.metrics().calls(), 105);
        assertEquals(seen.queued().count(), 100);
        assertEquals(seen.handled().count(), 100);
        assertNear(seen.queued(), 0.5, QUICK);
        assertNear(seen.queued(), 0.99, SLOW);
        assertNear(seen.handled(), 0.5, QUICK);
        assertNear(seen.handled(), 0.99, SLOW);
        assertEquals(seen.metrics().queued().max(), Duration.ofNanos(SLOW), "the maximum is as ever");
    }

    /** Of a thread that has ended, and of calls that end on other threads. */
    @Test
    public void countsAllThreads() {
        end(1, QUICK);
        metrics.endOnOtherThread(SERVICES, "work", Kind.REPLIED, 1, 1, QUICK, SLOW);
        look(0);
        end(1, QUICK);
        metrics.endOnOtherThread(SERVICES, "work", Kind.REPLIED, 1, 1, QUICK, SLOW);
        metrics.end(recorder);
        MethodSnapshot seen = look(1);
        assertEquals(seen.handled().count(), 2);
        assertNear(seen.handled(), 1, SLOW);
    }

    @Test
    public void endsOnceNobodyLooks() {
        end(1, QUICK);
        long last = TimeUnit.MINUTES.toNanos(1);
        look(last);
        end(1, QUICK);
        metrics.unwatchIfUnseen(last + TimeUnit.SECONDS.toNanos(30));
        assertEquals(look(last).queued().count(), 1, "it has just been seen");
        metrics.unwatchIfUnseen(last + TimeUnit.SECONDS.toNanos(31));
        end(3, QUICK);
        assertEquals(look(last).queued().count(), 0);
        end(1, SLOW);
        MethodSnapshot again = look(last);
        assertEquals(again.queued().count(), 1);
        assertEquals(again.metrics().queued().max(), Duration.ofNanos(SLOW));
    }

    /** The marks are put back: a new maximum is found, and a shorter time changes nothing. */
    @Test
    public void keepsTheMaximumAfterwards() {
        end(1, QUICK);
        look(0);
        end(1, SLOW);
        metrics.unwatchIfUnseen(TimeUnit.HOURS.toNanos(1));
        end(2, QUICK);
        assertEquals(metrics.method("", "work").orElseThrow().queued().max(), Duration.ofNanos(SLOW));
        end(1, 2 * SLOW);
        assertEquals(metrics.method("", "work").orElseThrow().queued().max(), Duration.ofNanos(2 * SLOW));
        assertEquals(metrics.method("", "work").orElseThrow().handled().max(), Duration.ofNanos(2 * SLOW));
    }
}
