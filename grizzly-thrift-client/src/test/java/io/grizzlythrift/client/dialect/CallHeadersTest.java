package io.grizzlythrift.client.dialect;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertFalse;
import static org.testng.Assert.assertTrue;
import static org.testng.Assert.expectThrows;

import io.grizzlythrift.call.CallPriority;
import io.grizzlythrift.call.PriorityClassifier;
import io.grizzlythrift.client.ThriftClient;
import io.grizzlythrift.client.ThriftClientBuilder;
import io.grizzlythrift.client.call.CallFailedException;
import io.grizzlythrift.client.call.ClientCallInfo;
import io.grizzlythrift.client.call.ClientCallListener;
import io.grizzlythrift.client.call.FailureCause;
import io.grizzlythrift.client.config.CallOptions;
import io.grizzlythrift.client.config.RetryPolicy;
import io.grizzlythrift.client.gen.Probe;
import io.grizzlythrift.client.gen.Refused;
import io.grizzlythrift.client.testing.CallResults;
import io.grizzlythrift.client.testing.CallStyle;
import io.grizzlythrift.client.testing.PatientClient;
import io.grizzlythrift.client.testing.scripted.RefusingPort;
import io.grizzlythrift.client.testing.server.ProbeHandler;
import io.grizzlythrift.client.testing.server.TestServer;
import io.grizzlythrift.frame.Dialect;
import io.grizzlythrift.internal.header.HeaderMap;
import io.grizzlythrift.message.ThriftProtocol;
import io.grizzlythrift.server.ThriftServer;
import io.grizzlythrift.test.UniqueName;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.thrift.TApplicationException;
import org.apache.thrift.transport.TTransport;
import org.testng.annotations.AfterClass;
import org.testng.annotations.BeforeClass;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/** Tests headers of calls and of replies, with a server that repeats them. */
@Test(timeOut = 60_000)
public final class CallHeadersTest {
    private static final int TIMEOUT_SECONDS = 30;

    private final ProbeHandler handler = new ProbeHandler();

    /** The headers of each call that the server got, with lists of one value. */
    private final BlockingQueue<Map<String, List<String>>> seen = new LinkedBlockingQueue<>();

    private TestServer server;

    @DataProvider
    static Object[][] styles() {
        return CallStyle.styles();
    }

    /** Replies with the headers of the call, each name after "re-"; unless there is one named "quiet". */
    @BeforeClass
    void start() {
        server = TestServer.of(ThriftServer.builder()
                .name(UniqueName.of("headers"))
                .listen(TestServer.HOST, 0)
                .processor(new Probe.Processor<>(handler))
                .interceptor(call -> {
                    Map<String, List<String>> headers = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
                    headers.putAll(call.headers());
                    assertTrue(headers.remove("client_timeout") != null
                            || call.clientTimeout().isEmpty());
                    seen.add(headers);
                    if (!headers.containsKey("quiet")) {
                        headers.forEach((name, values) -> call.addReplyHeader("re-" + name, values.get(0)));
                    }
                    return outcome -> {};
                })
                .build()
                .start());
    }

    @AfterClass(alwaysRun = true)
    void stop() {
        handler.releaseAll();
        server.close();
    }

    private ThriftClientBuilder builder() {
        return PatientClient.builder()
                .endpoint(TestServer.HOST, server.port())
                .dialect(Dialect.HEADER)
                .selectorThreads(1);
    }

    private Map<String, List<String>> takeSeen() throws InterruptedException {
        return seen.poll(TIMEOUT_SECONDS, TimeUnit.SECONDS);
    }

    /** Headers of client, stub and interceptor; of the same name, the innermost is sent. */
    @Test(dataProvider = "styles", timeOut = 60_000)
    public void fromClientStubAndInterceptor(CallStyle style) throws Exception {
        seen.clear();
        List<Map<String, String>> infos = new ArrayList<>();
        List<Map<String, String>> replies = new ArrayList<>();
        try (ThriftClient client = builder()
                .header("Client", "c")
                .header("both", "of the client")
                .header("all", "of the client")
                .interceptor(call -> {
                    assertTrue(call.addHeader("call", "i"));
                    assertTrue(call.addHeader("ALL", "of the call"));
                    infos.add(call.headers());
                    return outcome -> replies.add(outcome.replyHeaders());
                })
                .build()) {
            List<Map<String, String>> consumed = new ArrayList<>();
            CallOptions options = CallOptions.create()
                    .withHeader("stub", "s")
                    .withHeader("both", "of the stub")
                    .withHeader("all", "of the stub")
                    .onReplyHeaders(consumed::add);
            Probe.Iface calls = style.waiting(Probe.Iface.class, type -> client.stub(type, options));
            assertEquals(calls.echo("text"), "text");
            Map<String, List<String>> got = takeSeen();
            assertEquals(
                    Map.copyOf(got),
                    Map.of(
                            "ALL", List.of("of the call"),
                            "both", List.of("of the stub"),
                            "call", List.of("i"),
                            "Client", List.of("c"),
                            "stub", List.of("s")));
            assertEquals(infos.size(), 1);
            assertEquals(infos.get(0).get("Both"), "of the stub");
            Map<String, String> expected = Map.of(
                    "re-ALL", "of the call",
                    "re-both", "of the stub",
                    "re-call", "i",
                    "re-Client", "c",
                    "re-stub", "s");
            assertEquals(consumed, List.of(expected));
            assertEquals(consumed.get(0).get("RE-CLIENT"), "c", "ignores case");
            assertEquals(replies, List.of(expected));
            expectThrows(
                    UnsupportedOperationException.class, () -> consumed.get(0).put("more", ""));
        }
    }

    /** Of exceptions too, declared or not; oneway calls have no reply. */
    @Test(dataProvider = "styles", timeOut = 60_000)
    public void exceptionsHaveHeaders(CallStyle style) throws Exception {
        seen.clear();
        try (ThriftClient client = builder().header("n", "v").build()) {
            List<Map<String, String>> consumed = new ArrayList<>();
            CallOptions options = CallOptions.create().onReplyHeaders(consumed::add);
            Probe.Iface calls = style.waiting(Probe.Iface.class, type -> client.stub(type, options));
            expectThrows(Refused.class, () -> calls.judge(1));
            assertEquals(consumed, List.of(Map.of("re-n", "v")));
            expectThrows(TApplicationException.class, () -> calls.judge(2));
            assertEquals(consumed, List.of(Map.of("re-n", "v"), Map.of("re-n", "v")));
            calls.note("oneway");
            assertEquals(handler.awaitNote(), "oneway");
            assertEquals(consumed.size(), 2);
            for (int i = 0; i < 3; i++) {
                assertEquals(takeSeen(), Map.of("n", List.of("v")));
            }
        }
    }

    @Test
    public void priorities() throws Exception {
        try (ThriftServer prioritized = ThriftServer.builder()
                        .name(UniqueName.of("priorities"))
                        .listen(TestServer.HOST, 0)
                        .processor(new Probe.Processor<>(handler))
                        .priorities(PriorityClassifier.FROM_HEADER)
                        .build()
                        .start();
                ThriftClient client = PatientClient.builder()
                        .endpoint(TestServer.HOST, prioritized.port())
                        .dialect(Dialect.HEADER)
                        .header(CallPriority.HEADER, CallPriority.BEST_EFFORT.headerValue())
                        .build()) {
            assertEquals(client.stub(Probe.Iface.class).echo("low"), "low");
            for (CallPriority priority : CallPriority.values()) {
                CallOptions options = CallOptions.create().withPriority(priority);
                assertEquals(client.stub(Probe.Iface.class, options).echo("text"), "text");
                long expected = priority == CallPriority.BEST_EFFORT ? 2 : 1;
                assertEquals(prioritized.counters().calls(priority), expected, priority.name());
            }
        }
    }

    /** A stub for one call, as the documentation shows it. */
    public void optionsOfOneCall() throws Exception {
        try (ThriftClient client = builder().build()) {
            for (int i = 0; i < 20; i++) {
                AtomicReference<Map<String, String>> reply = new AtomicReference<>(Map.of());
                CallOptions options =
                        CallOptions.create().withHeader("request-id", "id " + i).onReplyHeaders(reply::set);
                assertEquals(client.stub(Probe.Iface.class, options).add(i, 1), i + 1);
                assertEquals(reply.get(), Map.of("re-request-id", "id " + i));
            }
        }
    }

    /** An existing generated client: the consumer runs before its method returns. */
    public void headersOverATransport() throws Exception {
        try (ThriftClient client = builder().header("n", "v").build()) {
            List<Map<String, String>> consumed = new ArrayList<>();
            CallOptions options = CallOptions.create().withHeader("m", "w").onReplyHeaders(consumed::add);
            try (TTransport transport = client.transport(options)) {
                Probe.Client calls = new Probe.Client(ThriftProtocol.BINARY.getProtocol(transport));
                assertEquals(calls.echo("one"), "one");
                assertEquals(consumed, List.of(Map.of("re-n", "v", "re-m", "w")));
                assertEquals(calls.echo("two"), "two");
                assertEquals(consumed.size(), 2);
            }
        }
    }

    /** Its failure is logged and counted; the call has its result. */
    @Test(dataProvider = "styles", timeOut = 60_000)
    public void aConsumerThatThrows(CallStyle style) throws Exception {
        try (ThriftClient client = builder().build()) {
            CallOptions options = CallOptions.create().onReplyHeaders(headers -> {
                throw new IllegalStateException("broken");
            });
            Probe.Iface calls = style.waiting(Probe.Iface.class, type -> client.stub(type, options));
            assertEquals(calls.echo("text"), "text");
            assertEquals(client.counters().callbackErrors(), 1);
            assertEquals(client.counters().completed(), 1);
        }
    }

    /** The second attempt carries what the first did, and once. */
    @Test(dataProvider = "styles", timeOut = 60_000)
    public void retriesKeepTheirHeaders(CallStyle style) throws Exception {
        seen.clear();
        List<Map<String, String>> begun = new ArrayList<>();
        try (RefusingPort refusing = new RefusingPort();
                ThriftClient client = PatientClient.builder()
                        .endpoint(TestServer.HOST, refusing.port())
                        .endpoint(TestServer.HOST, server.port())
                        .dialect(Dialect.HEADER)
                        .header("client", "c")
                        .retries(RetryPolicy.create().withMaxRetries(3))
                        .interceptor(call -> {
                            call.addHeader("call", "i" + begun.size());
                            begun.add(call.headers());
                            return ClientCallListener.IGNORED;
                        })
                        .build()) {
            List<Map<String, String>> consumed = new ArrayList<>();
            CallOptions options = CallOptions.create().withHeader("stub", "s").onReplyHeaders(consumed::add);
            Probe.Iface calls = style.waiting(Probe.Iface.class, type -> client.stub(type, options));
            assertEquals(calls.echo("text"), "text");
            String last = "i" + (begun.size() - 1);
            assertEquals(takeSeen(), Map.of("client", List.of("c"), "stub", List.of("s"), "call", List.of(last)));
            assertEquals(consumed, List.of(Map.of("re-client", "c", "re-stub", "s", "re-call", last)));
        }
    }

    /** 64 KiB for one call; an interceptor that exceeds them rejects the call. */
    public void tooManyHeaders() throws Exception {
        String half = "v".repeat(HeaderMap.MAX_BYTES / 2 - HeaderMap.PAIR_BYTES - "quiet".length());
        try (ThriftClient client = builder()
                .header("quiet", half)
                .interceptor(call -> {
                    if (call.method().equals("add")) {
                        call.addHeader("c", "");
                    }
                    return ClientCallListener.IGNORED;
                })
                .build()) {
            CallOptions full = CallOptions.create().withHeader("other", half);
            Probe.Iface calls = client.stub(Probe.Iface.class, full);
            assertEquals(calls.echo("text"), "text");
            CallFailedException refused = expectThrows(CallFailedException.class, () -> calls.add(1, 2));
            assertEquals(refused.failure(), FailureCause.REFUSED);
            assertTrue(refused.getMessage().contains("65697 bytes, must be at most 65536"), refused.getMessage());
            IllegalArgumentException failure = expectThrows(
                    IllegalArgumentException.class,
                    () -> client.stub(Probe.Iface.class, CallOptions.create().withHeader("other", half + "v")));
            assertTrue(failure.getMessage().contains("[other]"), failure.getMessage());
            assertTrue(failure.getMessage().contains("65537 bytes"), failure.getMessage());
        }
    }

    /** What cannot be sent is refused where it is asked for; an interceptor for all dialects can go on. */
    public void dialectsWithoutHeaders() throws Exception {
        List<Boolean> added = new ArrayList<>();
        List<Map<String, String>> replies = new ArrayList<>();
        for (Dialect dialect : List.of(Dialect.FRAMED, Dialect.UNFRAMED)) {
            try (ThriftClient client = builder()
                    .dialect(dialect)
                    .interceptor(call -> {
                        added.add(call.addHeader("n", "v"));
                        assertEquals(call.headers(), Map.of());
                        return outcome -> replies.add(outcome.replyHeaders());
                    })
                    .build()) {
                assertEquals(client.stub(Probe.Iface.class).echo("text"), "text");
                for (CallOptions options : List.of(
                        CallOptions.create().withHeader("n", "v"),
                        CallOptions.create().onReplyHeaders(headers -> {}))) {
                    IllegalArgumentException failure =
                            expectThrows(IllegalArgumentException.class, () -> client.stub(Probe.Iface.class, options));
                    assertTrue(
                            failure.getMessage().contains("is " + dialect + ", must be HEADER"), failure.getMessage());
                    expectThrows(IllegalArgumentException.class, () -> client.transport(options));
                }
            }
        }
        assertEquals(added, List.of(false, false));
        assertEquals(replies, List.of(Map.of(), Map.of()));
    }

    /** It is too late once the interceptors have returned. */
    public void headersAfterTheBeginning() throws Exception {
        seen.clear();
        AtomicReference<ClientCallInfo> kept = new AtomicReference<>();
        List<Boolean> late = new ArrayList<>();
        try (ThriftClient client = builder()
                .interceptor(call -> {
                    kept.set(call);
                    return outcome -> late.add(call.addHeader("late", "v"));
                })
                .build()) {
            CallResults.result(client.stub(Probe.FutureIface.class).echo("text"));
            assertEquals(late, List.of(false));
            assertFalse(kept.get().addHeader("later", "v"));
            assertEquals(kept.get().headers(), Map.of());
            assertEquals(takeSeen(), Map.of());
        }
    }
}
