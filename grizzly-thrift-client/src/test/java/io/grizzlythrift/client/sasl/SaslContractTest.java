package io.grizzlythrift.client.sasl;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.expectThrows;

import io.grizzlythrift.client.ThriftClient;
import io.grizzlythrift.client.ThriftClientBuilder;
import io.grizzlythrift.client.gen.Probe;
import io.grizzlythrift.client.gen.Refused;
import io.grizzlythrift.client.metrics.ClientCounters;
import io.grizzlythrift.client.security.SaslCredentials;
import io.grizzlythrift.client.testing.CallResults;
import io.grizzlythrift.client.testing.CallStyle;
import io.grizzlythrift.client.testing.PatientClient;
import io.grizzlythrift.client.testing.server.ProbeHandler;
import io.grizzlythrift.client.testing.server.ProbeValues;
import io.grizzlythrift.client.testing.server.TestServer;
import io.grizzlythrift.message.ThriftProtocol;
import io.grizzlythrift.security.QualityOfProtection;
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

/** Tests calls over SASL with servers of libthrift, in each mechanism and quality of protection. */
@Test(timeOut = 60_000)
public final class SaslContractTest {
    private static final int PIPELINED = 200;

    /** The longest message that the JDK sends in one piece if the server does not accept more. */
    private static final int ONE_PIECE = 60_000;

    private final SaslServers kind;
    private final String mechanism;
    private final QualityOfProtection qop;
    private final ThriftProtocol protocol;
    private final ProbeHandler handler = new ProbeHandler();
    private TestServer server;
    private ThriftClient client;

    @Factory(dataProvider = "servers")
    public SaslContractTest(SaslServers kind, String mechanism, QualityOfProtection qop, ThriftProtocol protocol) {
        this.kind = kind;
        this.mechanism = mechanism;
        this.qop = qop;
        this.protocol = protocol;
    }

    @DataProvider
    static Object[][] servers() {
        List<Object[]> rows = new ArrayList<>();
        for (SaslServers server : SaslServers.values()) {
            boolean even = server != SaslServers.NONBLOCKING;
            ThriftProtocol one = even ? ThriftProtocol.BINARY : ThriftProtocol.COMPACT;
            ThriftProtocol other = even ? ThriftProtocol.COMPACT : ThriftProtocol.BINARY;
            rows.add(new Object[] {server, SaslCredentials.PLAIN, QualityOfProtection.AUTH, one});
            rows.add(new Object[] {server, SaslCredentials.DIGEST_MD5, QualityOfProtection.AUTH, other});
            rows.add(new Object[] {server, SaslCredentials.DIGEST_MD5, QualityOfProtection.AUTH_INT, one});
            rows.add(new Object[] {server, SaslCredentials.DIGEST_MD5, QualityOfProtection.AUTH_CONF, other});
        }
        return rows.toArray(Object[][]::new);
    }

    @DataProvider
    static Object[][] styles() {
        return CallStyle.styles();
    }

    @BeforeClass
    void start() throws Exception {
        PlainProvider.install();
        server = kind.start(
                0, new SaslServers.Setup(mechanism, qop, protocol, new Accounts(), new Probe.Processor<>(handler)));
        client = builder().build();
    }

    private ThriftClientBuilder builder() {
        return PatientClient.builder()
                .endpoint(TestServer.HOST, server.port())
                .protocol(protocol)
                .sasl(Accounts.credentials(mechanism, Accounts.PASSWORD)
                        .qualityOfProtection(qop, others())
                        .build())
                .connectionsPerEndpoint(1)
                .selectorThreads(1);
    }

    private QualityOfProtection[] others() {
        return qop == QualityOfProtection.AUTH
                ? new QualityOfProtection[0]
                : new QualityOfProtection[] {QualityOfProtection.AUTH};
    }

    @AfterClass(alwaysRun = true)
    void stop() {
        handler.releaseAll();
        client.close();
        server.close();
        ClientCounters counters = client.counters();
        assertEquals(counters.inFlight(), 0, counters.toString());
        assertEquals(counters.openConnections(), 0, counters.toString());
        assertEquals(counters.unknownReplies() + counters.lateReplies(), 0, counters.toString());
        assertEquals(counters.connectAttempts(), 1, "a call has cost a connection");
    }

    @Test(dataProvider = "styles", timeOut = 60_000)
    public void valuesOfAllTypes(CallStyle style) throws Exception {
        Probe.Iface calls = style.waiting(Probe.Iface.class, client::stub);
        calls.ping();
        for (String text : ProbeValues.STRINGS) {
            if (takesPieces() || text.length() < ONE_PIECE) {
                assertEquals(calls.echo(text), text);
            }
        }
        assertEquals(calls.echoBytes(ProbeValues.bytes(ONE_PIECE)), ProbeValues.bytes(ONE_PIECE));
        assertEquals(calls.echoParcel(ProbeValues.fullParcel()), ProbeValues.fullParcel());
        calls.store(null);
        assertEquals(calls.add(1, 2), 3);
    }

    /** {@return whether a call may be sent in several frames} */
    private boolean takesPieces() {
        return kind != SaslServers.NONBLOCKING || qop == QualityOfProtection.AUTH;
    }

    /** Larger than what the mechanism wraps at once, and than a read. */
    @Test(dataProvider = "styles", timeOut = 60_000)
    public void largeMessages(CallStyle style) throws Exception {
        if (takesPieces()) {
            Probe.Iface calls = style.waiting(Probe.Iface.class, client::stub);
            assertEquals(
                    calls.echoBytes(ProbeValues.bytes(ProbeValues.MEGABYTE)), ProbeValues.bytes(ProbeValues.MEGABYTE));
        }
    }

    @Test(dataProvider = "styles", timeOut = 60_000)
    public void exceptionsOfTheServer(CallStyle style) throws Exception {
        Probe.Iface calls = style.waiting(Probe.Iface.class, client::stub);
        assertEquals(expectThrows(Refused.class, () -> calls.judge(1)), new Refused(41).setReason("nö"));
        assertEquals(
                expectThrows(TApplicationException.class, () -> calls.judge(2)).getType(),
                TApplicationException.INTERNAL_ERROR);
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

    /** All in flight together, in frames that arrive in one read or in parts. */
    public void pipelinedCalls() throws Exception {
        Probe.FutureIface calls = client.stub(Probe.FutureIface.class);
        List<Future<ByteBuffer>> results = new ArrayList<>();
        for (int i = 0; i < PIPELINED; i++) {
            results.add(calls.echoBytes(ProbeValues.bytes(i * i)));
        }
        for (int i = 0; i < PIPELINED; i++) {
            assertEquals(CallResults.result(results.get(i)), ProbeValues.bytes(i * i));
        }
    }

    /** A blocking caller that is alone on its connection reads its own replies. */
    public void oneCallAfterTheOther() throws Exception {
        Probe.Iface calls = client.stub(Probe.Iface.class);
        for (int i = 0; i < PIPELINED; i++) {
            assertEquals(calls.baseEcho(i), i);
        }
    }

    /** An existing generated client, over a transport of this client. */
    public void generatedClients() throws Exception {
        try (TTransport transport = client.transport()) {
            Probe.Client calls = new Probe.Client(protocol.getProtocol(transport));
            assertEquals(calls.echo("text"), "text");
            expectThrows(Refused.class, () -> calls.judge(1));
            assertEquals(calls.add(4, 5), 9);
        }
    }

    /** Connections that open at the same time. */
    public void manyConnections() throws Exception {
        try (ThriftClient many = builder()
                .connectionsPerEndpoint(100)
                .maxInFlightPerConnection(1)
                .build()) {
            Probe.FutureIface calls = many.stub(Probe.FutureIface.class);
            List<CompletableFuture<String>> held = new ArrayList<>();
            for (int i = 0; i < 100; i++) {
                held.add(calls.held(mechanism + i));
            }
            if (kind == SaslServers.THREAD_POOL) {
                for (int i = 0; i < 100; i++) {
                    handler.awaitHeld(mechanism + i);
                }
                assertEquals(many.counters().openConnections(), 100);
            }
            for (int i = 0; i < 100; i++) {
                handler.release(mechanism + i);
            }
            for (int i = 0; i < 100; i++) {
                assertEquals(CallResults.result(held.get(i)), mechanism + i);
            }
        }
    }

    @Override
    public String toString() {
        return kind + " " + mechanism + " " + qop + " " + protocol;
    }
}
