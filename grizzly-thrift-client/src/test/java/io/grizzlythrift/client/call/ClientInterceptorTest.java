package io.grizzlythrift.client.call;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertSame;
import static org.testng.Assert.assertTrue;
import static org.testng.Assert.expectThrows;

import io.grizzlythrift.client.ThriftClient;
import io.grizzlythrift.client.ThriftClientBuilder;
import io.grizzlythrift.client.config.CallOptions;
import io.grizzlythrift.client.gen.Probe;
import io.grizzlythrift.client.testing.CallResults;
import io.grizzlythrift.client.testing.scripted.ProbeCalls;
import io.grizzlythrift.client.testing.scripted.ProbeServer;
import io.grizzlythrift.message.ThriftProtocol;
import io.grizzlythrift.test.LogCapture;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.Future;
import org.apache.thrift.TException;
import org.apache.thrift.transport.TTransportException;
import org.testng.annotations.Test;

/**
 * Tests interceptors of a client: their order, how they reject calls, and that exceptions of their listeners are
 * harmless.
 */
@Test(timeOut = 60_000)
public class ClientInterceptorTest {
    private final Queue<String> events = new ConcurrentLinkedQueue<>();

    private ClientInterceptor noting(String name) {
        return call -> {
            events.add(name + " begins");
            return outcome -> events.add(
                    name + " ends " + outcome.failure().map(Enum::name).orElse("well"));
        };
    }

    private List<String> takeEvents() {
        List<String> taken = List.copyOf(events);
        events.clear();
        return taken;
    }

    @Test(dataProvider = "interceptedStyles", dataProviderClass = InterceptedStyle.class)
    public void theFirstIsTheOutermost(InterceptedStyle style) throws Exception {
        events.clear();
        try (ProbeServer server = ProbeServer.echoing(ThriftProtocol.COMPACT);
                ThriftClient client = server.client()
                        .interceptor(noting("first"))
                        .interceptor(call -> ClientCallListener.IGNORED)
                        .interceptor(noting("second"))
                        .build()) {
            assertEquals(CallResults.result(style.stub(client).echo("text")), "text");
            assertEquals(takeEvents(), List.of("first begins", "second begins", "second ends well", "first ends well"));
        }
    }

    /**
     * It needs no connection and is not sent; the interceptors before are notified of its end, those after see nothing.
     */
    @Test(dataProvider = "interceptedStyles", dataProviderClass = InterceptedStyle.class)
    public void aRejectedCallIsNotSent(InterceptedStyle style) throws Exception {
        events.clear();
        TException refusal = new TException("not today");
        try (ProbeServer server = ProbeServer.start(ThriftProtocol.COMPACT);
                ThriftClient client = server.client()
                        .interceptor(noting("first"))
                        .interceptor(noting("second"))
                        .interceptor(call -> {
                            throw refusal;
                        })
                        .interceptor(noting("never asked"))
                        .build()) {
            CallFailedException failure =
                    CallResults.failure(style.stub(client).echo("text"), FailureCause.REFUSED, false);
            assertSame(failure.getCause(), refusal);
            assertEquals(failure.method(), "echo");
            assertEquals(failure.getType(), TTransportException.UNKNOWN);
            assertTrue(failure.getMessage().contains("not today"), failure.getMessage());
            assertTrue(failure.getMessage().contains(server.endpoint()), failure.getMessage());
            assertEquals(
                    takeEvents(),
                    List.of("first begins", "second begins", "second ends REFUSED", "first ends REFUSED"));
            assertEquals(client.counters().calls(), 1);
            assertEquals(client.counters().failed(FailureCause.REFUSED), 1);
            assertEquals(client.counters().failed(), 1);
            assertEquals(client.counters().sent(), 0);
            assertEquals(client.counters().connectAttempts(), 0);
        }
    }

    /** A broken interceptor must not leave a call without an end. */
    public void otherExceptionsRejectTheCallToo() throws Exception {
        events.clear();
        List<ClientInterceptor> broken = List.of(
                call -> {
                    throw new IllegalStateException("broken");
                },
                call -> {
                    throw new AssertionError("broken");
                },
                call -> null);
        for (ClientInterceptor interceptor : broken) {
            try (ProbeServer server = ProbeServer.start(ThriftProtocol.COMPACT);
                    ThriftClient client = server.client()
                            .interceptor(noting("first"))
                            .interceptor(interceptor)
                            .build()) {
                CallResults.failure(client.stub(Probe.FutureIface.class).echo("text"), FailureCause.REFUSED, false);
                assertEquals(takeEvents(), List.of("first begins", "first ends REFUSED"));
                assertEquals(client.counters().inFlight(), 0);
            }
        }
    }

    /**
     * It is logged once per second; other listeners are notified, the caller gets its result, and the connection stays
     * open.
     */
    @Test(dataProvider = "interceptedStyles", dataProviderClass = InterceptedStyle.class)
    public void exceptionsOfListenersAreHarmless(InterceptedStyle style) throws Exception {
        events.clear();
        try (LogCapture log = LogCapture.ofWarnings();
                ProbeServer server = ProbeServer.start(ThriftProtocol.COMPACT);
                ThriftClient client = server.client()
                        .interceptor(noting("outer"))
                        .interceptor(call -> outcome -> {
                            Thread.currentThread().interrupt();
                            throw new IllegalStateException("broken");
                        })
                        .interceptor(noting("inner"))
                        .build()) {
            for (int i = 0; i < 20; i++) {
                Future<String> call = style.stub(client).echo("text " + i);
                ProbeCalls.reply(server.take());
                assertEquals(CallResults.result(call), "text " + i);
                assertEquals(
                        takeEvents(), List.of("outer begins", "inner begins", "inner ends well", "outer ends well"));
            }
            CallOptions soon = CallOptions.create().withTimeout(Duration.ofMillis(1));
            for (int i = 0; i < 3; i++) { // the thread of the deadlines goes on
                CallResults.failure(style.stub(client, soon, Optional.empty()).echo("late"));
                assertEquals(
                        takeEvents(),
                        List.of("outer begins", "inner begins", "inner ends TIMED_OUT", "outer ends TIMED_OUT"));
            }
            assertTrue(log.awaitCount("an interceptor of") >= 1, log.toString());
            assertTrue(log.count("an interceptor of") <= 15, log.toString());
            assertEquals(client.counters().callbackErrors(), 0);
            assertEquals(client.counters().connectAttempts(), 1);
        }
    }

    /** Listeners run on the executor that decodes replies, if there is one, and before the caller is notified. */
    public void listenersRunWhereRepliesAreDecoded() throws Exception {
        Executor executor = task -> new Thread(task, "of the user").start();
        try (ProbeServer server = ProbeServer.echoing(ThriftProtocol.COMPACT);
                ThriftClient client = server.client()
                        .callbackExecutor(executor)
                        .interceptor(call ->
                                outcome -> events.add(Thread.currentThread().getName()))
                        .build()) {
            events.clear();
            CallResults.result(client.stub(Probe.FutureIface.class).echo("text"));
            assertEquals(takeEvents(), List.of("of the user"));
            client.stub(Probe.Iface.class).echo("text");
            assertEquals(takeEvents(), List.of(Thread.currentThread().getName()));
        }
    }

    public void theConfigurationHoldsThemInTheirOrder() {
        ClientInterceptor first = noting("first");
        ClientInterceptor second = noting("second");
        ThriftClientBuilder builder = ThriftClient.builder().endpoint("127.0.0.1", 1);
        try (ThriftClient client =
                builder.interceptor(first).interceptor(second).build()) {
            assertEquals(client.config().interceptors(), List.of(first, second));
        }
        expectThrows(NullPointerException.class, () -> builder.interceptor(null));
    }
}
