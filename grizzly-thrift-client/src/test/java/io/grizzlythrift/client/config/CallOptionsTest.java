package io.grizzlythrift.client.config;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertTrue;
import static org.testng.Assert.expectThrows;

import io.grizzlythrift.client.ThriftClient;
import io.grizzlythrift.client.call.CallTimeoutException;
import io.grizzlythrift.client.call.FailureCause;
import io.grizzlythrift.client.gen.Probe;
import io.grizzlythrift.client.testing.CallStyle;
import io.grizzlythrift.client.testing.PatientClient;
import io.grizzlythrift.client.testing.server.MultiplexedServers;
import io.grizzlythrift.client.testing.server.ProbeHandler;
import io.grizzlythrift.client.testing.server.TestServer;
import io.grizzlythrift.message.ThriftProtocol;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.apache.thrift.transport.TTransportException;
import org.testng.annotations.AfterClass;
import org.testng.annotations.BeforeClass;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/** Tests stubs with their own timeout, which applies to their calls only. */
@Test(timeOut = 60_000)
public final class CallOptionsTest {
    private static final Duration SHORT = Duration.ofMillis(60);
    private static final CallOptions OPTIONS = CallOptions.create().withTimeout(SHORT);

    private final ProbeHandler handler = new ProbeHandler();
    private TestServer server;
    private ThriftClient client;

    @BeforeClass
    void start() throws Exception {
        server = MultiplexedServers.OURS.start(
                ThriftProtocol.COMPACT,
                new MultiplexedServers.Services()
                        .plain(new Probe.Processor<>(handler))
                        .add("named", new Probe.Processor<>(handler)));
        client = PatientClient.builder()
                .endpoint(TestServer.HOST, server.port())
                .protocol(ThriftProtocol.COMPACT)
                .callTimeout(Duration.ofMinutes(5))
                .build();
    }

    @AfterClass(alwaysRun = true)
    void stop() {
        handler.releaseAll();
        client.close();
        server.close();
    }

    public void optionsAreImmutable() {
        CallOptions longer = OPTIONS.withTimeout(Duration.ofHours(24));
        assertEquals(longer.timeout(), Optional.of(Duration.ofHours(24)));
        assertEquals(OPTIONS.timeout(), Optional.of(SHORT));
        assertEquals(CallOptions.create().timeout(), Optional.empty());
    }

    @DataProvider
    static Object[][] styles() {
        return CallStyle.styles();
    }

    /** Applies to stubs with options of both kinds, and not to one without. */
    @Test(dataProvider = "styles", timeOut = 60_000)
    public void theTimeoutIsThatOfTheStub(CallStyle style) throws Exception {
        String key = "held for " + style;
        CompletableFuture<String> patient =
                style.futures(Probe.FutureIface.class, client::stub).held(key);
        handler.awaitHeld(key);
        assertTimesOut(style, key, type -> client.stub(type, OPTIONS));
        assertTimesOut(style, key, type -> client.stub(type, "named", OPTIONS));
        handler.release(key);
        assertEquals(CallStyle.result(patient), key);
    }

    private void assertTimesOut(CallStyle style, String key, Function<Class<?>, Object> stubs) {
        Probe.Iface calls = style.waiting(Probe.Iface.class, stubs);
        long begin = System.nanoTime();
        CallTimeoutException failure = expectThrows(CallTimeoutException.class, () -> calls.held(key));
        assertTrue(System.nanoTime() - begin >= SHORT.toNanos(), "before its time");
        assertEquals(failure.timeout(), SHORT);
        assertEquals(failure.method(), "held");
        assertEquals(failure.endpoint(), TestServer.HOST + ":" + server.port());
        assertEquals(failure.failure(), FailureCause.TIMED_OUT);
        assertEquals(failure.getType(), TTransportException.TIMED_OUT);
        for (String fact : new String[] {"held", failure.endpoint(), "60.0 ms"}) {
            assertTrue(failure.getMessage().contains(fact), failure.getMessage());
        }
    }
}
