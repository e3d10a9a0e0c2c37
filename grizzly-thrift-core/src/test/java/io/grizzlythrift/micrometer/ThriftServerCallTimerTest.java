package io.grizzlythrift.micrometer;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertTrue;

import io.grizzlythrift.call.CallContext;
import io.grizzlythrift.call.ServerCallOutcome;
import io.grizzlythrift.message.ThriftProtocol;
import io.grizzlythrift.metrics.ServerMetrics;
import io.grizzlythrift.server.ThriftServer;
import io.grizzlythrift.test.everything.EverythingHandler;
import io.grizzlythrift.test.gen.Everything;
import io.grizzlythrift.test.server.RawClient;
import io.grizzlythrift.test.server.Requests;
import io.grizzlythrift.test.server.Strategies;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.testng.annotations.Test;

/** Tests the call durations recorded in timers. */
@Test(timeOut = 60_000)
public class ThriftServerCallTimerTest {
    private static final Requests REQUESTS = new Requests(ThriftProtocol.BINARY);

    @SuppressWarnings("unchecked")
    private static <T> T with(Class<T> type, Map<String, Object> values) {
        return (T) Proxy.newProxyInstance(
                type.getClassLoader(),
                new Class<?>[] {type},
                (proxy, method, arguments) -> values.get(method.getName()));
    }

    private static void record(ThriftServerCallTimer timer, String method, ServerCallOutcome.Kind kind)
            throws Exception {
        timer.begin(with(CallContext.class, Map.of("method", method, "service", Optional.empty())))
                .ended(with(
                        ServerCallOutcome.class,
                        Map.of("kind", kind, "queued", Duration.ofMillis(2), "handled", Duration.ofMillis(3))));
    }

    private static Timer timer(MeterRegistry registry, String method, String outcome) {
        return registry.get("thrift.server.call.duration")
                .tags("service", "", "method", method, "outcome", outcome)
                .timer();
    }

    public void histogramsOfAServer() throws Exception {
        PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
        try (ThriftServer server = Strategies.WORKER_THREAD
                        .builder(new Everything.Processor<>(new EverythingHandler()))
                        .interceptor(new ThriftServerCallTimer(
                                registry, timer -> timer.tag("server", "timed").publishPercentileHistogram()))
                        .build()
                        .start();
                RawClient client = new RawClient(server)) {
            for (int id = 0; id < 5; id++) {
                client.sendFrames(REQUESTS.echoString(id, "fine"));
                client.readReply(ThriftProtocol.BINARY).assertEchoString(id, "fine");
            }
            assertEquals(timer(registry, "echoString", "replied").count(), 5);
            String scraped = registry.scrape();
            assertTrue(
                    scraped.contains(
                            "thrift_server_call_duration_seconds_bucket{method=\"echoString\",outcome=\"replied\","
                                    + "server=\"timed\",service=\"\",le=\"+Inf\"} 5"),
                    scraped);
        }
    }

    /** Servers that share a timer have different tags. */
    public void theTagOfTheServer() throws Exception {
        SimpleMeterRegistry registry = new SimpleMeterRegistry();
        ThriftServerCallTimer shared = new ThriftServerCallTimer(registry);
        for (String name : List.of("one", "two")) {
            try (ThriftServer server = Strategies.WORKER_THREAD
                            .builder(new Everything.Processor<>(new EverythingHandler()))
                            .name(name)
                            .interceptor(shared)
                            .build()
                            .start();
                    RawClient client = new RawClient(server)) {
                client.sendFrames(REQUESTS.echoString(1, "fine"));
                client.readReply(ThriftProtocol.BINARY).assertEchoString(1, "fine");
            }
            assertEquals(
                    registry.get("thrift.server.call.duration")
                            .tags("server", name)
                            .timer()
                            .count(),
                    1);
        }
    }

    public void theTimeInQueueIsPartOfIt() throws Exception {
        SimpleMeterRegistry registry = new SimpleMeterRegistry();
        record(new ThriftServerCallTimer(registry), "add", ServerCallOutcome.Kind.REPLIED);
        assertEquals(timer(registry, "add", "replied").totalTime(TimeUnit.MILLISECONDS), 5.0);
    }

    /** Tests that names that a peer has made up are recorded together. */
    public void namesThatNeverRan() throws Exception {
        SimpleMeterRegistry registry = new SimpleMeterRegistry();
        ThriftServerCallTimer timer = new ThriftServerCallTimer(registry);
        record(timer, "made-up", ServerCallOutcome.Kind.REJECTED);
        record(timer, "made-up-2", ServerCallOutcome.Kind.UNKNOWN_METHOD);
        record(timer, "add", ServerCallOutcome.Kind.REPLIED);
        record(timer, "add", ServerCallOutcome.Kind.REJECTED);
        assertEquals(timer(registry, ServerMetrics.OTHER, "rejected").count(), 1);
        assertEquals(timer(registry, ServerMetrics.OTHER, "unknown_method").count(), 1);
        assertEquals(timer(registry, "add", "rejected").count(), 1);
        assertEquals(registry.getMeters().size(), 4);
    }

    public void theNumberOfMethodsIsBounded() throws Exception {
        SimpleMeterRegistry registry = new SimpleMeterRegistry();
        ThriftServerCallTimer timer = new ThriftServerCallTimer(registry);
        record(timer, "x".repeat(ServerMetrics.MAX_UNDECLARED_CHARS + 1), ServerCallOutcome.Kind.REPLIED);
        for (int i = 0; i < ServerMetrics.MAX_UNDECLARED + 5; i++) {
            record(timer, "method-" + i, ServerCallOutcome.Kind.REPLIED);
        }
        assertEquals(registry.getMeters().size(), ServerMetrics.MAX_UNDECLARED + 1);
        assertEquals(timer(registry, ServerMetrics.OTHER, "replied").count(), 6);
    }
}
