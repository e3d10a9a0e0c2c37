package io.grizzlythrift.client.internal.stub;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertTrue;
import static org.testng.Assert.expectThrows;

import io.grizzlythrift.client.ThriftClient;
import io.grizzlythrift.client.call.CallFailedException;
import io.grizzlythrift.client.call.FailureCause;
import io.grizzlythrift.client.gen.Probe;
import io.grizzlythrift.client.gen.ProbeBase;
import io.grizzlythrift.client.gen.Refused;
import io.grizzlythrift.client.testing.CallStyle;
import io.grizzlythrift.client.testing.PatientClient;
import io.grizzlythrift.client.testing.server.MultiplexedServers;
import io.grizzlythrift.client.testing.server.ProbeHandler;
import io.grizzlythrift.client.testing.server.TestServer;
import io.grizzlythrift.message.ThriftProtocol;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.apache.thrift.TApplicationException;
import org.apache.thrift.TException;
import org.testng.annotations.AfterClass;
import org.testng.annotations.BeforeClass;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Factory;
import org.testng.annotations.Test;

/** Tests stubs of several services on one port and one connection, with servers of this library and libthrift. */
@Test(timeOut = 60_000, dataProvider = "styles")
public final class MultiplexedStubTest {
    private static final String UNICODE = "sërvice 😀";

    private final MultiplexedServers kind;
    private final ThriftProtocol protocol;
    private final ProbeHandler first = new ProbeHandler();
    private final ProbeHandler second = new ProbeHandler();
    private final ProbeHandler plain = new ProbeHandler();
    private TestServer server;
    private ThriftClient client;

    @Factory(dataProvider = "serversAndProtocols", dataProviderClass = MultiplexedServers.class)
    public MultiplexedStubTest(MultiplexedServers kind, ThriftProtocol protocol) {
        this.kind = kind;
        this.protocol = protocol;
    }

    @DataProvider
    Object[][] styles() {
        return CallStyle.stylesOf(MultiplexedServers.values(), kind, protocol);
    }

    @BeforeClass
    void start() throws Exception {
        server = kind.start(
                protocol,
                new MultiplexedServers.Services()
                        .add("first", new Probe.Processor<>(first))
                        .add(UNICODE, new Probe.Processor<>(second))
                        .add("base", new ProbeBase.Processor<>(second))
                        .plain(new Probe.Processor<>(plain)));
        client = PatientClient.builder()
                .endpoint(TestServer.HOST, server.port())
                .protocol(protocol)
                .connectionsPerEndpoint(1)
                .build();
    }

    @AfterClass(alwaysRun = true)
    void stop() {
        client.close();
        server.close();
        assertEquals(client.counters().callbackErrors(), 0);
    }

    @Override
    public String toString() {
        return kind + " " + protocol;
    }

    private Probe.Iface calls(CallStyle style, String service) {
        return style.waiting(Probe.Iface.class, type -> client.stub(type, service));
    }

    /** A call. */
    private interface Attempt {
        void run() throws Exception;
    }

    private static void assertReaches(ProbeHandler handler, Attempt call) throws Exception {
        long before = handler.calls();
        call.run();
        assertEquals(handler.calls(), before + 1);
    }

    public void eachStubCallsItsService(CallStyle style) throws Exception {
        Probe.Iface toFirst = calls(style, "first");
        Probe.Iface toSecond = calls(style, UNICODE);
        Probe.Iface toPlain = style.waiting(Probe.Iface.class, client::stub);
        ProbeBase.Iface toBase = style.waiting(ProbeBase.Iface.class, type -> client.stub(type, "base"));
        assertReaches(first, () -> assertEquals(toFirst.echo("1"), "1"));
        assertReaches(second, () -> assertEquals(toSecond.echo("2"), "2"));
        assertReaches(plain, () -> assertEquals(toPlain.echo("3"), "3"));
        assertReaches(second, () -> assertEquals(toBase.baseEcho(4), 4));
        assertReaches(first, toFirst::ping);
        assertReaches(second, () -> expectThrows(Refused.class, () -> toSecond.judge(1)));
        toFirst.note("oneway");
        assertEquals(first.awaitNote(), "oneway");
        toSecond.note("also oneway");
        assertEquals(second.awaitNote(), "also oneway");
    }

    public void callsOfSeveralServicesAreInFlightTogether(CallStyle style) throws Exception {
        Probe.FutureIface toFirst = style.futures(Probe.FutureIface.class, type -> client.stub(type, "first"));
        Probe.FutureIface toSecond = style.futures(Probe.FutureIface.class, type -> client.stub(type, UNICODE));
        List<CompletableFuture<Integer>> replies = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            replies.add((i % 2 == 0 ? toFirst : toSecond).baseEcho(i));
        }
        for (int i = 0; i < replies.size(); i++) {
            assertEquals(CallStyle.result(replies.get(i)), Integer.valueOf(i));
        }
    }

    public void methodsThatTheServiceDoesNotHave(CallStyle style) throws Exception {
        Probe.Iface moreThanBase = calls(style, "base");
        TApplicationException failure = expectThrows(TApplicationException.class, () -> moreThanBase.echo("lost"));
        assertEquals(failure.getType(), TApplicationException.UNKNOWN_METHOD);
        assertTrue(failure.getMessage().contains("echo"), failure.getMessage());
        assertEquals(moreThanBase.baseEcho(1), 1);
    }

    /** libthrift's TMultiplexedProcessor sends no reply, and its servers then close the connection. */
    public void servicesThatTheServerDoesNotHave(CallStyle style) throws Exception {
        Probe.Iface good = calls(style, "first");
        assertEquals(good.echo("before"), "before");
        for (String name : List.of("unknown", "First", "firs", "x".repeat(1000))) {
            TException failure =
                    expectThrows(TException.class, () -> calls(style, name).echo("lost"));
            if (kind.repliesToUnknownServices()) {
                assertTrue(failure instanceof TApplicationException, failure.toString());
                assertEquals(((TApplicationException) failure).getType(), TApplicationException.UNKNOWN_METHOD);
            } else {
                assertTrue(failure instanceof CallFailedException, failure.toString());
                assertEquals(((CallFailedException) failure).failure(), FailureCause.CONNECTION_CLOSED);
                assertEquals(((CallFailedException) failure).method(), "echo");
            }
            assertEquals(good.echo("after"), "after");
        }
    }
}
