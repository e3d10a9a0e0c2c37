package io.grizzlythrift.http;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertTrue;

import io.grizzlythrift.call.ServerCallOutcome;
import io.grizzlythrift.limits.ServerLimits;
import io.grizzlythrift.message.ThriftProtocol;
import io.grizzlythrift.metrics.MethodMetrics;
import io.grizzlythrift.test.Await;
import io.grizzlythrift.test.LogCapture;
import io.grizzlythrift.test.UniqueName;
import io.grizzlythrift.test.everything.AsyncEverything;
import io.grizzlythrift.test.everything.EverythingHandler;
import io.grizzlythrift.test.gen.Everything;
import io.grizzlythrift.test.server.Reply;
import io.grizzlythrift.test.server.Requests;
import io.grizzlythrift.test.server.Strategies;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ForkJoinPool;
import org.apache.thrift.TApplicationException;
import org.testng.annotations.Test;

/** Tests that interceptors, metrics and asynchronous handlers work for calls over HTTP. */
@Test(timeOut = 60_000)
public final class HttpCallsTest {
    private final Requests requests = new Requests(ThriftProtocol.BINARY);

    private static Reply reply(HttpResponse<byte[]> response) throws Exception {
        assertEquals(response.statusCode(), 200, HttpHost.text(response));
        return new Reply(ThriftProtocol.BINARY, response.body());
    }

    public void interceptorsRunAndMetricsCount() throws Exception {
        List<String> events = new CopyOnWriteArrayList<>();
        ThriftHttpHandler handler = ThriftHttpHandler.builder()
                .name(UniqueName.of("http-calls"))
                .limits(Strategies.patient().build())
                .processor(new Everything.Processor<>(new EverythingHandler()))
                .interceptor(call -> {
                    events.add(call.method() + " of " + call.messageBytes() + " bytes from " + call.peerAddress());
                    return outcome -> events.add(outcome.kind() + " " + outcome.replyBytes());
                })
                .build();
        try (HttpHost host = new HttpHost(handler)) {
            byte[] message = requests.echoString(7, "hello");
            HttpResponse<byte[]> response = HttpHost.send(host.post(message));
            reply(response).assertEchoString(7, "hello");
            assertEquals(events.size(), 2, events.toString());
            assertTrue(
                    events.get(0).startsWith("echoString of " + message.length + " bytes from /127.0.0.1:"),
                    events.toString());
            assertEquals(events.get(1), "REPLIED " + response.body().length);
            MethodMetrics metrics = handler.metrics().methods().stream()
                    .filter(method -> method.method().equals("echoString"))
                    .findAny()
                    .orElseThrow();
            assertEquals(metrics.calls(ServerCallOutcome.Kind.REPLIED), 1);
            assertEquals(metrics.messageBytes(), message.length);
        }
    }

    public void asynchronousHandlersReplyLater() throws Exception {
        AsyncEverything calls = new AsyncEverything(ForkJoinPool.commonPool());
        ThriftHttpHandler handler = ThriftHttpHandler.builder()
                .name(UniqueName.of("http-calls"))
                .limits(Strategies.patient().build())
                .processor(calls.processor())
                .build();
        try (HttpHost host = new HttpHost(handler)) {
            reply(HttpHost.send(host.post(requests.echoString(1, "soon")))).assertEchoString(1, "soon");
        }
    }

    public void overdueCallsGetAnErrorReply() throws Exception {
        ServerLimits limits =
                Strategies.patient().callTimeout(Duration.ofMillis(50)).build();
        ThriftHttpHandler handler = ThriftHttpHandler.builder()
                .name(UniqueName.of("http-calls"))
                .processor(new AsyncEverything(Runnable::run).processor())
                .limits(limits)
                .build();
        try (LogCapture log = LogCapture.start();
                HttpHost host = new HttpHost(handler)) {
            TApplicationException overdue = reply(
                            HttpHost.send(host.post(requests.call("hold", 2, new Everything.hold_args("for ever")))))
                    .assertFailure("hold", 2, TApplicationException.INTERNAL_ERROR);
            assertTrue(overdue.getMessage().contains("callTimeout"), overdue.getMessage());
            Await.that("calls stay in flight", () -> handler.counters().inFlight() == 0);
            assertEquals(log.awaitCount("hold gets an error reply"), 1, log.text());
        }
    }
}
