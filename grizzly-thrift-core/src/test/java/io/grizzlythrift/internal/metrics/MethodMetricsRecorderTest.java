package io.grizzlythrift.internal.metrics;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertFalse;
import static org.testng.Assert.assertTrue;

import io.grizzlythrift.call.ServerCallOutcome.Kind;
import io.grizzlythrift.internal.message.ProcessorTable;
import io.grizzlythrift.metrics.MethodMetrics;
import io.grizzlythrift.metrics.ServerMetrics;
import io.grizzlythrift.metrics.Timing;
import io.grizzlythrift.test.Await;
import io.grizzlythrift.test.everything.EverythingHandler;
import io.grizzlythrift.test.gen.Everything;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.stream.IntStream;
import org.apache.thrift.TProcessor;
import org.testng.annotations.Test;

/** Tests the sums over several threads, and the names that peers send. */
@Test(timeOut = 60_000)
public class MethodMetricsRecorderTest {
    private static final TProcessor GENERATED = new Everything.Processor<>(new EverythingHandler());
    private static final TProcessor ASYNCHRONOUS = new Everything.AsyncProcessor<>(null);
    private static final TProcessor SILENT = (in, out) -> {};
    private static final ProcessorTable PLAIN = new ProcessorTable(GENERATED, Map.of());
    private static final ProcessorTable UNDECLARED =
            new ProcessorTable(SILENT, Map.of("named", SILENT, "bank", GENERATED));

    private static void end(CallRecorder recorder, ProcessorTable services, String name) {
        recorder.end(services, name, Kind.REPLIED, 1, 1, 0);
    }

    private static List<String> namesOf(ServerMetrics metrics) {
        return metrics.methods().stream()
                .map(method -> method.service() + "/" + method.method())
                .toList();
    }

    /**
     * Includes calls that ended on their thread, on another thread, or on a thread that has ended; not rejected calls.
     */
    public void callTimesAreSumsOverAll() throws Exception {
        MethodMetricsRecorder metrics = new MethodMetricsRecorder();
        assertEquals(metrics.callTimes(Set.of()), new CallTimes(0, 0, 0));
        Thread gone = new Thread(() -> {
            CallRecorder recorder = metrics.newRecorder();
            recorder.clock(0, 0);
            recorder.end(PLAIN, "echoI32", Kind.REPLIED, 1, 1, 10);
            recorder.clock(100, 0);
            metrics.end(recorder);
        });
        gone.start();
        gone.join();
        CallRecorder recorder = metrics.newRecorder();
        recorder.clock(0, 0);
        recorder.end(PLAIN, "echoString", Kind.REPLIED, 1, 1, 20);
        recorder.clock(200, 0);
        recorder.end(PLAIN, "echoString", Kind.REJECTED, 1, 1, 1_000_000);
        recorder.clock(2_000_000, 0);
        metrics.endOnOtherThread(PLAIN, "echoI32", Kind.REPLIED, 1, 1, 40, 400);
        CallTimes times = metrics.callTimes(Set.of());
        assertEquals(times, new CallTimes(3, 70, 700));
        assertEquals(metrics.callTimes(Set.of()).since(times), new CallTimes(0, 0, 0));
        assertEquals(metrics.callTimes(Set.of("echoString")), new CallTimes(2, 50, 500));
    }

    public void endedThreadsAreIncluded() throws Exception {
        MethodMetricsRecorder metrics = new MethodMetricsRecorder();
        for (int i = 1; i <= 3; i++) {
            int calls = i;
            Thread thread = new Thread(() -> {
                CallRecorder recorder = metrics.newRecorder();
                for (int call = 0; call < calls; call++) {
                    recorder.clock(0, 0);
                    recorder.end(PLAIN, "echoI32", Kind.REPLIED, 10, 100, calls);
                    recorder.clock(1_000L * calls, 0);
                }
            });
            thread.start();
            thread.join();
        }
        CallRecorder kept = metrics.newRecorder();
        end(kept, PLAIN, "echoI32");
        Await.that("the recorders of threads that are gone are kept", () -> {
            System.gc();
            return metrics.threads() == 1;
        });
        end(kept, PLAIN, "echoI32");
        MethodMetrics read = metrics.method("", "echoI32").orElseThrow();
        assertEquals(read.calls(), 8);
        assertEquals(read.messageBytes(), 62);
        assertEquals(read.replyBytes(), 602);
        assertEquals(read.queued(), new Timing(8, Duration.ofNanos(1 + 4 + 9), Duration.ofNanos(3)));
        assertEquals(read.handled(), new Timing(6, Duration.ofNanos(14_000), Duration.ofNanos(3_000)));
        assertEquals(read.handled().mean(), Duration.ofNanos(2_333));
    }

    /** Readers see numbers that only grow, and finally the complete ones. */
    public void readWhileOthersWrite() throws Exception {
        MethodMetricsRecorder metrics = new MethodMetricsRecorder();
        int callsPerThread = 200_000;
        CountDownLatch written = new CountDownLatch(4);
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            boolean shared = i >= 2;
            threads.add(new Thread(() -> {
                CallRecorder recorder = metrics.newRecorder();
                for (int call = 0; call < callsPerThread; call++) {
                    String name = call % 2 == 0 ? "echoI32" : "echoI64";
                    if (shared) {
                        metrics.endOnOtherThread(PLAIN, name, Kind.TIMED_OUT, 1, 1, 1, 1);
                    } else {
                        end(recorder, PLAIN, name);
                    }
                }
                written.countDown();
            }));
        }
        threads.forEach(Thread::start);
        long before = 0;
        while (written.getCount() > 0) {
            long now =
                    metrics.methods().stream().mapToLong(MethodMetrics::calls).sum();
            assertTrue(now >= before, now + " calls after " + before);
            before = now;
        }
        for (Thread thread : threads) {
            thread.join();
        }
        for (String method : List.of("echoI32", "echoI64")) {
            MethodMetrics read = metrics.method("", method).orElseThrow();
            assertEquals(read.outcomes().get(Kind.REPLIED), Long.valueOf(callsPerThread));
            assertEquals(read.outcomes().get(Kind.TIMED_OUT), Long.valueOf(callsPerThread));
            assertEquals(read.messageBytes(), 2L * callsPerThread);
            assertEquals(read.handled().count(), callsPerThread);
        }
    }

    public void methodsOfGeneratedProcessorsAreListedFromTheStart() {
        MethodMetricsRecorder metrics = new MethodMetricsRecorder();
        metrics.names().declare(Optional.empty(), GENERATED);
        metrics.names().declare(Optional.of("later"), ASYNCHRONOUS);
        metrics.names().declare(Optional.of("silent"), SILENT);
        List<String> names = namesOf(metrics);
        assertTrue(names.contains("/echoString"), names.toString());
        assertTrue(names.contains("later/echoString"), names.toString());
        assertEquals(names, names.stream().sorted().toList());
        assertEquals(names.stream().filter(name -> name.startsWith("silent")).count(), 0);
        assertEquals(metrics.methods().stream().mapToLong(MethodMetrics::calls).sum(), 0);
        assertEquals(metrics.method("", "nosuch"), Optional.empty());
    }

    public void unknownNamesCountTogether() {
        MethodMetricsRecorder metrics = new MethodMetricsRecorder();
        CallRecorder recorder = metrics.newRecorder();
        for (int i = 0; i < 5_000; i++) {
            recorder.end(PLAIN, "nosuch" + i, Kind.UNKNOWN_METHOD, 1, 1, 0);
            end(recorder, PLAIN, "oneway" + i);
            end(recorder, UNDECLARED, "bank:nosuch" + i);
            end(recorder, UNDECLARED, "nosuch" + i + ":echoI32");
        }
        end(recorder, UNDECLARED, "bank:echoI32");
        end(recorder, PLAIN, "echoI32");
        assertEquals(namesOf(metrics), List.of("/" + ServerMetrics.OTHER, "/echoI32", "bank/echoI32"));
        MethodMetrics other = metrics.method("", ServerMetrics.OTHER).orElseThrow();
        assertEquals(other.calls(), 20_000);
        assertEquals(other.calls(Kind.UNKNOWN_METHOD), 5_000);
    }

    /** Counts only names that were served, a bounded number of them, and no long ones. */
    public void namesOfAProcessorThatDeclaresNoneAreBounded() {
        MethodMetricsRecorder metrics = new MethodMetricsRecorder();
        CallRecorder recorder = metrics.newRecorder();
        recorder.end(UNDECLARED, "unknown", Kind.UNKNOWN_METHOD, 1, 1, 0);
        recorder.end(UNDECLARED, "rejected", Kind.REJECTED, 1, 1, 0);
        for (int i = 0; i < 2 * ServerMetrics.MAX_UNDECLARED; i++) {
            recorder.end(UNDECLARED, "bad" + i, Kind.BAD_ARGUMENTS, 1, 1, 0);
        }
        end(recorder, UNDECLARED, "x".repeat(ServerMetrics.MAX_UNDECLARED_CHARS + 1));
        assertEquals(namesOf(metrics), List.of("/" + ServerMetrics.OTHER));
        String longest = "x".repeat(ServerMetrics.MAX_UNDECLARED_CHARS);
        end(recorder, UNDECLARED, longest);
        IntStream.range(1, 2 * ServerMetrics.MAX_UNDECLARED).forEach(i -> end(recorder, UNDECLARED, "named:m" + i));
        assertEquals(namesOf(metrics).size(), ServerMetrics.MAX_UNDECLARED + 1);
        assertEquals(metrics.method("", longest).orElseThrow().calls(), 1);
        assertEquals(
                metrics.method("", ServerMetrics.OTHER).orElseThrow().calls(), 3 + 3 * ServerMetrics.MAX_UNDECLARED);
        assertEquals(metrics.method("named", "m1").orElseThrow().calls(), 1);
        end(recorder, UNDECLARED, "bank:echoI32");
        assertEquals(metrics.method("bank", "echoI32").orElseThrow().calls(), 1, "declared, whatever the bound");
    }

    public void listenersAreNotifiedOfEachMethod() {
        MethodMetricsRecorder metrics = new MethodMetricsRecorder();
        CallRecorder recorder = metrics.newRecorder();
        end(recorder, PLAIN, "echoI32");
        Set<String> heard = ConcurrentHashMap.newKeySet();
        Runnable forget = metrics.onMethod((service, method) -> heard.add(service + "/" + method));
        metrics.onMethod((service, method) -> {
            throw new IllegalStateException("listeners may fail");
        });
        assertEquals(heard, Set.of("/echoI32"));
        end(recorder, PLAIN, "echoI64");
        end(recorder, UNDECLARED, "bank:echoI32");
        assertEquals(heard, Set.of("/echoI32", "/echoI64", "bank/echoI32"));
        forget.run();
        end(recorder, PLAIN, "echoBool");
        assertFalse(heard.contains("/echoBool"));
        assertEquals(metrics.method("", "echoBool").orElseThrow().calls(), 1);
    }
}
