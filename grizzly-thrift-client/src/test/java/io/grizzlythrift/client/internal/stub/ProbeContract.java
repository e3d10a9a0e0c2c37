package io.grizzlythrift.client.internal.stub;

import static org.testng.Assert.assertEquals;

import io.grizzlythrift.client.ThriftClient;
import io.grizzlythrift.client.gen.Probe;
import io.grizzlythrift.client.metrics.ClientCounters;
import io.grizzlythrift.client.testing.CallStyle;
import io.grizzlythrift.client.testing.PatientClient;
import io.grizzlythrift.client.testing.server.ProbeHandler;
import io.grizzlythrift.client.testing.server.Servers;
import io.grizzlythrift.client.testing.server.TestServer;
import io.grizzlythrift.message.ThriftProtocol;
import java.time.Duration;
import org.testng.annotations.AfterClass;
import org.testng.annotations.BeforeClass;
import org.testng.annotations.DataProvider;

/** The base of contract tests: one server in one protocol, and one client with one connection. */
public abstract class ProbeContract {
    public final Servers kind;
    public final ThriftProtocol protocol;
    public final ProbeHandler handler = new ProbeHandler();
    TestServer server;
    public ThriftClient client;

    public ProbeContract(Servers kind, ThriftProtocol protocol) {
        this.kind = kind;
        this.protocol = protocol;
    }

    @BeforeClass
    public void start() throws Exception {
        server = kind.start(protocol, new Probe.Processor<>(handler));
        client = newClient(1);
    }

    public ThriftClient newClient(int connections) {
        return PatientClient.builder()
                .endpoint(TestServer.HOST, server.port())
                .protocol(protocol)
                .connectionsPerEndpoint(connections)
                .selectorThreads(1)
                .callTimeout(Duration.ofSeconds(20))
                .build();
    }

    @AfterClass(alwaysRun = true)
    public void stop() {
        handler.releaseAll();
        client.close();
        server.close();
        ClientCounters counters = client.counters();
        assertEquals(counters.inFlight(), 0, counters.toString());
        assertEquals(counters.openConnections(), 0, counters.toString());
        assertEquals(counters.callbackErrors(), 0, "callbacks called twice");
        assertEquals(counters.unknownReplies() + counters.lateReplies(), 0, counters.toString());
        assertEquals(counters.connectAttempts(), 1, "a call cost a connection");
    }

    @DataProvider
    public Object[][] styles() {
        return CallStyle.stylesOf(Servers.values(), kind, protocol);
    }

    public Probe.Iface calls(CallStyle style) {
        return style.waiting(Probe.Iface.class, client::stub);
    }

    public Probe.FutureIface futures(CallStyle style) {
        return style.futures(Probe.FutureIface.class, client::stub);
    }

    @Override
    public String toString() {
        return kind + " " + protocol;
    }
}
