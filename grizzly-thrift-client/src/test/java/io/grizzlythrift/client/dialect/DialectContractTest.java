package io.grizzlythrift.client.dialect;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertNull;
import static org.testng.Assert.expectThrows;

import io.grizzlythrift.client.ThriftClient;
import io.grizzlythrift.client.ThriftClientBuilder;
import io.grizzlythrift.client.gen.Probe;
import io.grizzlythrift.client.gen.Refused;
import io.grizzlythrift.client.metrics.ClientCounters;
import io.grizzlythrift.client.testing.CallResults;
import io.grizzlythrift.client.testing.CallStyle;
import io.grizzlythrift.client.testing.PatientClient;
import io.grizzlythrift.client.testing.server.ProbeHandler;
import io.grizzlythrift.client.testing.server.ProbeValues;
import io.grizzlythrift.client.testing.server.TestServer;
import io.grizzlythrift.message.ThriftProtocol;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import org.apache.thrift.TApplicationException;
import org.apache.thrift.transport.TTransport;
import org.testng.annotations.AfterClass;
import org.testng.annotations.BeforeClass;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Factory;
import org.testng.annotations.Test;

/** Tests calls in dialects other than framed messages, with real servers. */
@Test(timeOut = 60_000)
public final class DialectContractTest {
    private static final int PIPELINED = 200;

    private final DialectServers kind;
    private final ThriftProtocol protocol;
    private final ProbeHandler handler = new ProbeHandler();
    private TestServer server;
    private ThriftClient client;

    @Factory(dataProvider = "servers")
    public DialectContractTest(DialectServers kind, ThriftProtocol protocol) {
        this.kind = kind;
        this.protocol = protocol;
    }

    @DataProvider
    static Object[][] servers() {
        return DialectServers.rows();
    }

    @DataProvider
    static Object[][] styles() {
        return CallStyle.styles();
    }

    @BeforeClass
    void start() throws Exception {
        server = kind.start(protocol, new Probe.Processor<>(handler));
        client = builder().build();
    }

    private ThriftClientBuilder builder() {
        return PatientClient.builder()
                .endpoint(TestServer.HOST, server.port())
                .protocol(protocol)
                .dialect(kind.dialect())
                .connectionsPerEndpoint(1)
                .selectorThreads(1);
    }

    @AfterClass(alwaysRun = true)
    void stop() {
        handler.releaseAll();
        client.close();
        server.close();
        ClientCounters counters = client.counters();
        assertEquals(counters.inFlight(), 0, counters.toString());
        assertEquals(counters.unknownReplies() + counters.lateReplies(), 0, counters.toString());
        assertEquals(counters.connectAttempts(), 1, "a call has cost a connection");
    }

    @Test(dataProvider = "styles", timeOut = 60_000)
    public void valuesOfAllTypes(CallStyle style) throws Exception {
        Probe.Iface calls = style.waiting(Probe.Iface.class, client::stub);
        calls.ping();
        for (String text : ProbeValues.STRINGS) {
            assertEquals(calls.echo(text), text);
        }
        for (int size : new int[] {0, 1, 70_000, ProbeValues.MEGABYTE}) {
            assertEquals(calls.echoBytes(ProbeValues.bytes(size)), ProbeValues.bytes(size));
        }
        assertEquals(calls.echoParcel(ProbeValues.fullParcel()), ProbeValues.fullParcel());
        assertEquals(calls.echoParcel(ProbeValues.emptyParcel()), ProbeValues.emptyParcel());
        if (kind.readsContainersOfUuid(protocol)) {
            assertEquals(calls.echoParcel(ProbeValues.uuidParcel()), ProbeValues.uuidParcel());
        }
        calls.store(null);
        assertEquals(calls.add(1, 2), 3);
    }

    @Test(dataProvider = "styles", timeOut = 60_000)
    public void exceptionsOfTheServer(CallStyle style) throws Exception {
        Probe.Iface calls = style.waiting(Probe.Iface.class, client::stub);
        assertEquals(expectThrows(Refused.class, () -> calls.judge(1)), new Refused(41).setReason("nö"));
        assertEquals(
                expectThrows(TApplicationException.class, () -> calls.judge(2)).getType(),
                TApplicationException.INTERNAL_ERROR);
        assertEquals(
                expectThrows(TApplicationException.class, calls::nothing).getType(),
                TApplicationException.MISSING_RESULT);
        assertEquals(calls.judge(0), "free");
    }

    @Test(dataProvider = "styles", timeOut = 60_000)
    public void onewayCalls(CallStyle style) throws Exception {
        Probe.Iface calls = style.waiting(Probe.Iface.class, client::stub);
        calls.note("first of " + style);
        assertEquals(calls.echo("in between"), "in between");
        calls.note("second of " + style);
        String one = handler.awaitNote();
        String other = handler.awaitNote(); // threads of the server may run the two in any order
        assertEquals(Set.of(one, other), Set.of("first of " + style, "second of " + style));
    }

    /** Many calls at once over one connection, whether they are pipelined or wait for each other. */
    public void manyCalls() throws Exception {
        Probe.FutureIface calls = client.stub(Probe.FutureIface.class);
        List<CompletableFuture<String>> results = new ArrayList<>();
        for (int i = 0; i < PIPELINED; i++) {
            results.add(calls.echo("text " + i));
        }
        for (int i = 0; i < PIPELINED; i++) {
            assertEquals(CallResults.result(results.get(i)), "text " + i);
        }
    }

    /** An existing generated client, over a transport of this client. */
    public void generatedClients() throws Exception {
        try (TTransport transport = client.transport()) {
            Probe.Client calls = new Probe.Client(protocol.getProtocol(transport));
            ByteBuffer bytes = ProbeValues.bytes(ProbeValues.MEGABYTE);
            assertEquals(calls.echo("text"), "text");
            assertEquals(calls.echoBytes(bytes), bytes);
            expectThrows(Refused.class, () -> calls.judge(1));
            calls.note("over a transport");
            assertEquals(handler.awaitNote(), "over a transport");
            assertEquals(calls.add(4, 5), 9);
        }
    }

    /** With a client of its own, whose calls are in flight together if the server lets them. */
    public void pipelinedCalls() throws Exception {
        try (ThriftClient pipelining = builder().pipelineUnframed(true).build()) {
            Probe.FutureIface calls = pipelining.stub(Probe.FutureIface.class);
            CompletableFuture<String> first = calls.echo("first");
            List<Future<ByteBuffer>> results = new ArrayList<>();
            for (int i = 0; i < PIPELINED; i++) {
                results.add(calls.echoBytes(ProbeValues.bytes(10 * i)));
            }
            assertEquals(CallResults.result(first), "first");
            for (int i = 0; i < PIPELINED; i++) {
                assertEquals(CallResults.result(results.get(i)), ProbeValues.bytes(10 * i));
            }
            assertNull(CallResults.result(calls.ping()));
            assertEquals(pipelining.counters().connectAttempts(), 1);
        }
    }

    @Override
    public String toString() {
        return kind + " " + protocol;
    }
}
