package io.grizzlythrift.internal.json;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertFalse;
import static org.testng.Assert.assertTrue;

import io.grizzlythrift.call.CallContext;
import io.grizzlythrift.call.CallPriority;
import io.grizzlythrift.call.ServerCallOutcome;
import io.grizzlythrift.internal.json.Door.Running;
import io.grizzlythrift.limits.LimitType;
import io.grizzlythrift.message.ThriftProtocol;
import io.grizzlythrift.metrics.CallPlacement;
import io.grizzlythrift.metrics.MethodMetrics;
import io.grizzlythrift.server.MovedClock;
import io.grizzlythrift.server.ThriftServer;
import io.grizzlythrift.server.ThriftServerBuilder;
import io.grizzlythrift.strategy.AdaptiveStrategy;
import io.grizzlythrift.strategy.WorkerThreadStrategy;
import io.grizzlythrift.test.Await;
import io.grizzlythrift.test.everything.EverythingHandler;
import io.grizzlythrift.test.gen.Everything;
import io.grizzlythrift.test.server.RawClient;
import io.grizzlythrift.test.server.Requests;
import io.grizzlythrift.test.server.Strategies;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.testng.annotations.Test;

/** Tests that calls in JSON are observed, ordered, limited and placed like calls in other dialects. */
@Test(timeOut = 60_000)
public final class JsonLikeAnyCallTest {
    private static final String ECHO = "/call/Everything/echoString";

    /** The threads that have run echoString. */
    private final List<String> threads = new CopyOnWriteArrayList<>();

    private final EverythingHandler handler = new EverythingHandler() {
        @Override
        public String echoString(String value) {
            threads.add(Thread.currentThread().getName());
            return value
                    + CallContext.current()
                            .flatMap(CallContext::clientTimeout)
                            .map(timeout -> " within " + timeout)
                            .orElse("");
        }
    };

    private ThriftServerBuilder builder() {
        return Strategies.WORKER_THREAD
                .builder(new Everything.Processor<>(handler))
                .strategy(WorkerThreadStrategy.ofThreads(1))
                .http(true)
                .jsonCalls(true);
    }

    private static Running running(ThriftServer server) {
        return new Running("http://127.0.0.1:" + server.port(), server::counters, server::close);
    }

    public void interceptorsPrioritiesAndMetrics() throws Exception {
        List<String> seen = new CopyOnWriteArrayList<>();
        ThriftServer server = builder()
                .interceptor(call -> {
                    seen.add(call.method() + " " + call.header("X-Name").orElse("-"));
                    return outcome -> seen.add(outcome.kind().name());
                })
                .priorities(call -> {
                    seen.add("priority for " + call.header("X-Name").orElse("-"));
                    return CallPriority.HIGH;
                })
                .build()
                .start();
        try (Running running = running(server)) {
            assertEquals(
                    running.post(ECHO, "{\"value\": \"x\"}", "X-Name", "n", "Client-Timeout", "90000")
                            .body(),
                    "\"x within PT1M30S\"");
            assertEquals(running.post(ECHO, "{\"value\": 7}").statusCode(), 400);
            running.assertIdle();
            assertEquals(
                    seen,
                    List.of(
                            "priority for n",
                            "echoString n",
                            ServerCallOutcome.Kind.REPLIED.name(),
                            "priority for -",
                            "echoString -",
                            ServerCallOutcome.Kind.BAD_ARGUMENTS.name()));
            Map<ServerCallOutcome.Kind, Long> outcomes =
                    server.metrics().method("", "echoString").orElseThrow().outcomes();
            assertEquals(outcomes.get(ServerCallOutcome.Kind.REPLIED), 1L);
            assertEquals(outcomes.get(ServerCallOutcome.Kind.BAD_ARGUMENTS), 1L);
            assertEquals(server.counters().protocolErrors(), 1);
            running.assertIdle();
        }
    }

    public void callsThatWaitTooLong() throws Exception {
        MovedClock clock = new MovedClock();
        ThriftServer server = clock.of(builder()).build().start();
        try (Running running = running(server)) {
            CompletableFuture<HttpResponse<String>> held =
                    running.begin(running.call("/call/Everything/hold", "{\"key\": \"late\"}"));
            handler.held("late").entered.get(30, TimeUnit.SECONDS);
            CompletableFuture<HttpResponse<String>> late = running.begin(running.call(ECHO, "{\"value\": \"x\"}"));
            clock.moveUntil("the call is not rejected", late::isDone);
            assertEquals(late.get().statusCode(), 503);
            assertEquals(late.get().headers().firstValue("Retry-After").orElseThrow(), "1");
            assertTrue(
                    late.get().body().contains("\"QUEUE_TIMEOUT\""), late.get().body());
            assertEquals(server.counters().reached(LimitType.QUEUE_TIMEOUT), 1);
            handler.releaseAll();
            assertEquals(held.get(30, TimeUnit.SECONDS).statusCode(), 200);
            running.assertIdle();
        }
    }

    /** A quick method runs on the selector threads, but the JSON of a peer is not converted there. */
    public void adaptiveConvertsOnItsPool() throws Exception {
        ThriftServer server =
                builder().strategy(AdaptiveStrategy.ofThreads(2)).build().start();
        try (Running running = running(server);
                RawClient client = new RawClient(server)) {
            byte[] echo = new Requests(ThriftProtocol.BINARY).echoString(1, "x");
            Await.that("the method is not quick", () -> {
                client.sendFrames(echo);
                client.readFrame();
                return placement(server).map(CallPlacement::onSelectorThreads).orElse(false);
            });
            Await.that("the method does not move", () -> {
                threads.clear();
                client.sendFrames(echo);
                client.readFrame();
                return isSelector(threads.get(0));
            });
            threads.clear();
            assertEquals(running.post(ECHO, "{\"value\": \"x\"}").body(), "\"x\"");
            assertFalse(isSelector(threads.get(0)), threads.get(0));
            running.assertIdle();
        }
    }

    private static Optional<CallPlacement> placement(ThriftServer server) {
        return server.metrics().method("", "echoString").flatMap(MethodMetrics::placement);
    }

    private static boolean isSelector(String thread) {
        return thread.contains("SelectorRunner");
    }

    /** Calls that were charged for their bodies and their messages leave nothing charged. */
    public void manyCallsAtATime() throws Exception {
        ThriftServer server = builder().build().start();
        try (Running running = running(server)) {
            List<CompletableFuture<HttpResponse<String>>> calls = new CopyOnWriteArrayList<>();
            for (int call = 0; call < 64; call++) {
                calls.add(running.begin(running.call(ECHO, "{\"value\": \"" + "x".repeat(call * 100) + "\"}")));
            }
            for (CompletableFuture<HttpResponse<String>> call : calls) {
                assertEquals(
                        call.get(Await.LONG.toMillis(), TimeUnit.MILLISECONDS).statusCode(), 200);
            }
            running.assertIdle();
        }
    }
}
