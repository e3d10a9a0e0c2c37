package io.grizzlythrift.client.call;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertTrue;

import io.grizzlythrift.client.ThriftClient;
import io.grizzlythrift.client.call.ClientCallOutcome.Kind;
import io.grizzlythrift.client.config.CallOptions;
import io.grizzlythrift.client.gen.Probe;
import io.grizzlythrift.client.metrics.ClientCounters;
import io.grizzlythrift.client.testing.CallerThread;
import io.grizzlythrift.client.testing.PatientClient;
import io.grizzlythrift.client.testing.server.ProbeHandler;
import io.grizzlythrift.client.testing.server.Servers;
import io.grizzlythrift.client.testing.server.TestServer;
import io.grizzlythrift.message.ThriftProtocol;
import io.grizzlythrift.test.Await;
import io.grizzlythrift.test.TestSize;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.LongAdder;
import org.testng.annotations.Test;

/** Tests that each of many concurrent calls, which end in every way, has one end, and that the counters agree. */
public class InterceptedCallsTest {
    private static final int THREADS = 6;
    private static final int CALLS_PER_THREAD = TestSize.of(2_000, 5_000);
    private static final int CALLS = THREADS * CALLS_PER_THREAD;
    private static final CallOptions SOON = CallOptions.create().withTimeout(Duration.ofMillis(1));

    private static final List<InterceptedStyle> STYLES =
            List.of(InterceptedStyle.BLOCKING, InterceptedStyle.CALLBACK, InterceptedStyle.FUTURE);

    private final LongAdder thrown = new LongAdder();
    private final AtomicInteger started = new AtomicInteger();
    private final AtomicIntegerArray endings = new AtomicIntegerArray(CALLS);
    private final Map<Object, LongAdder> completion = new ConcurrentHashMap<>();

    private ClientCallListener begin(ClientCallInfo call) {
        int number = started.getAndIncrement();
        return outcome -> {
            endings.incrementAndGet(number);
            Object key = outcome.kind() == Kind.FAILED ? outcome.failure().orElseThrow() : outcome.kind();
            completion.computeIfAbsent(key, any -> new LongAdder()).increment();
        };
    }

    private long count(Object key) {
        LongAdder count = completion.get(key);
        return count == null ? 0 : count.sum();
    }

    @Test(timeOut = 120_000)
    public void eachCallEndsOnce() throws Exception {
        ProbeHandler handler = new ProbeHandler();
        try (TestServer server = Servers.WORKER_THREAD.start(ThriftProtocol.COMPACT, new Probe.Processor<>(handler));
                ThriftClient client = PatientClient.builder()
                        .endpoint(TestServer.HOST, server.port())
                        .protocol(ThriftProtocol.COMPACT)
                        .connectionsPerEndpoint(2)
                        .maxInFlightPerConnection(64)
                        .maxWaitingPerEndpoint(256)
                        .interceptor(this::begin)
                        .build()) {
            List<CompletableFuture<Void>> callers = new ArrayList<>();
            for (int i = 0; i < THREADS; i++) {
                InterceptedStyle style = STYLES.get(i % STYLES.size());
                callers.add(CallerThread.start(() -> {
                    call(client, style);
                    return null;
                }));
            }
            for (CompletableFuture<Void> caller : callers) {
                caller.join();
            }
            client.shutdown(Duration.ZERO);
            ClientCounters counters = client.counters();
            Await.that("calls are in flight", () -> counters.inFlight() == 0);
            assertEquals(started.get(), CALLS);
            for (int i = 0; i < CALLS; i++) {
                assertEquals(endings.get(i), 1, "endings of call " + i);
            }
            assertEquals(count(Kind.REPLIED) + count(Kind.EXCEPTION), counters.completed());
            for (FailureCause cause : FailureCause.values()) {
                assertEquals(count(cause), counters.failed(cause), cause.name());
            }
            assertTrue(count(Kind.REPLIED) > 0 && count(Kind.EXCEPTION) > 0, counters.toString());
            assertTrue(count(FailureCause.CANCELLED) > 0, counters.toString());
        } finally {
            handler.releaseAll();
        }
    }

    /** Many of the last calls have no reply when the client is closed. */
    private void call(ThriftClient client, InterceptedStyle style) throws Exception {
        if (style == InterceptedStyle.BLOCKING) {
            callAndWait(client.stub(Probe.Iface.class), client.stub(Probe.Iface.class, SOON));
            return;
        }
        Probe.FutureIface patient = style.stub(client);
        Probe.FutureIface hasty = style.stub(client, SOON, Optional.empty());
        CompletableFuture<?> last = CompletableFuture.completedFuture(null);
        for (int i = 0; i < CALLS_PER_THREAD; i++) {
            last = switch (i % 5) {
                case 0 -> hasty.echo("hasty");
                case 1 -> patient.judge(1);
                case 2 -> patient.note("oneway");
                default -> patient.echo("patient");
            };
            if (i % 7 == 0 && style == InterceptedStyle.FUTURE) {
                last.cancel(true);
            }
        }
    }

    private void callAndWait(Probe.Iface patient, Probe.Iface hasty) {
        for (int i = 0; i < CALLS_PER_THREAD; i++) {
            try {
                (i % 4 == 0 ? hasty : patient).echo("waits");
            } catch (Exception e) {
                thrown.increment(); // which one, the interceptor knows
            }
        }
    }
}
