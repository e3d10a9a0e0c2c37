package io.grizzlythrift.internal.metrics;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertFalse;
import static org.testng.Assert.assertTrue;

import io.grizzlythrift.call.ServerCallOutcome.Kind;
import io.grizzlythrift.internal.message.ProcessorTable;
import io.grizzlythrift.metrics.MethodMetrics;
import io.grizzlythrift.metrics.Timing;
import io.grizzlythrift.test.everything.EverythingHandler;
import io.grizzlythrift.test.gen.Everything;
import java.time.Duration;
import java.util.Map;
import java.util.stream.Stream;
import org.testng.annotations.Test;

/** Tests the recorder of one thread, with a clock that the test sets. */
public class CallRecorderTest {
    private static final ProcessorTable SERVICES =
            new ProcessorTable(new Everything.Processor<>(new EverythingHandler()), Map.of());

    private final MethodMetricsRecorder metrics = new MethodMetricsRecorder();
    private final CallRecorder recorder = metrics.newRecorder();

    private void end(String method) {
        recorder.end(SERVICES, method, Kind.REPLIED, 10, 20, 5);
    }

    private MethodMetrics metricsOf(String method) {
        return metrics.method("", method).orElseThrow();
    }

    private static Timing timing(long count, long totalNanos, long maxNanos) {
        return new Timing(count, Duration.ofNanos(totalNanos), Duration.ofNanos(maxNanos));
    }

    @Test
    void countsOutcomesAndBytes() {
        MethodMetricsRecorder own = new MethodMetricsRecorder();
        CallRecorder calls = own.newRecorder();
        int bytes = 1;
        for (Kind kind : Kind.values()) {
            calls.end(SERVICES, "echoString", kind, bytes, 100 * bytes, 7);
            bytes *= 2;
        }
        calls.end(SERVICES, "echoString", Kind.REPLIED, 1000, 0, 9);
        MethodMetrics read = own.method("", "echoString").orElseThrow();
        for (Kind kind : Kind.values()) {
            assertEquals(read.calls(kind), kind == Kind.REPLIED ? 2 : 1, kind.name());
        }
        assertEquals(read.calls(), Kind.values().length + 1);
        assertEquals(read.messageBytes(), bytes - 1 + 1000);
        assertEquals(read.replyBytes(), 100L * (bytes - 1));
        long notRejected =
                1 + Stream.of(Kind.values()).filter(kind -> !kind.isRejection()).count();
        assertEquals(read.queued(), timing(notRejected, 7 * (notRejected - 1) + 9, 9));
    }

    /** This also holds if the time is not divisible by the number of calls. */
    @Test
    void callsSinceAReadingShareTheTime() {
        recorder.clock(1_000, 0);
        assertTrue(recorder.isSettled());
        end("echoI32");
        end("echoI32");
        end("echoBool");
        assertFalse(recorder.isSettled());
        assertEquals(metricsOf("echoI32").handled(), timing(0, 0, 0));
        recorder.clock(2_001, 0);
        assertEquals(metricsOf("echoI32").handled(), timing(2, 666, 333));
        assertEquals(metricsOf("echoBool").handled(), timing(1, 335, 335));
        end("echoI32");
        recorder.clock(2_101, 1);
        assertEquals(metricsOf("echoI32").handled(), timing(3, 766, 333));
    }

    @Test
    void aCallThatSawTwoTicksHasTheTimeForItself() {
        recorder.clock(0, 0);
        end("echoByte");
        end("echoDouble");
        end("echoByte");
        end("echoDouble");
        recorder.clock(10_000_000, 2);
        assertEquals(metricsOf("echoByte").handled(), timing(2, 0, 0));
        assertEquals(metricsOf("echoDouble").handled(), timing(2, 10_000_000, 10_000_000));
    }

    @Test
    void timeWithoutACallIsNotAttributed() {
        recorder.clock(0, 0);
        recorder.clock(1_000_000_000, 100);
        end("echoI16");
        recorder.clock(1_000_000_300, 0);
        assertEquals(metricsOf("echoI16").handled(), timing(1, 300, 300));
    }

    /** A rejection, and the start of a call that ends on another thread, take their share of the time. */
    @Test
    void eventsWithoutACallTakeTheirShare() {
        recorder.clock(0, 0);
        end("echoI64");
        recorder.end(SERVICES, "echoI64", Kind.REJECTED, 1, 1, 99);
        recorder.leave();
        recorder.clock(900, 0);
        MethodMetrics read = metricsOf("echoI64");
        assertEquals(read.handled(), timing(1, 300, 300));
        assertEquals(read.queued(), timing(1, 5, 5));
        assertEquals(read.calls(), 2);
        end("echoI64");
        recorder.leave();
        recorder.clock(5_000_900, 3);
        assertEquals(metricsOf("echoI64").handled(), timing(2, 300, 300));
    }
}
