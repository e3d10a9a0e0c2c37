package io.grizzlythrift.client.internal.stub;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertFalse;
import static org.testng.Assert.assertTrue;
import static org.testng.Assert.expectThrows;

import io.grizzlythrift.client.ThriftClient;
import io.grizzlythrift.client.ThriftClientBuilder;
import io.grizzlythrift.client.call.CallFailedException;
import io.grizzlythrift.client.call.FailureCause;
import io.grizzlythrift.client.config.CallOptions;
import io.grizzlythrift.client.gen.Probe;
import io.grizzlythrift.client.testing.PatientClient;
import io.grizzlythrift.client.testing.server.MultiplexedServers;
import io.grizzlythrift.client.testing.server.ProbeHandler;
import io.grizzlythrift.client.testing.server.TestServer;
import io.grizzlythrift.message.ThriftProtocol;
import io.grizzlythrift.test.Await;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.apache.thrift.TApplicationException;
import org.apache.thrift.protocol.TBinaryProtocol;
import org.apache.thrift.protocol.TMultiplexedProtocol;
import org.apache.thrift.protocol.TProtocol;
import org.apache.thrift.transport.TTransport;
import org.apache.thrift.transport.TTransportException;
import org.testng.Assert.ThrowingRunnable;
import org.testng.annotations.AfterClass;
import org.testng.annotations.BeforeClass;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Factory;
import org.testng.annotations.Test;

/** Tests transports of the pool that are not used for one call after another, in each protocol. */
@Test(timeOut = 60_000)
public final class TransportMisuseTest {
    private final ThriftProtocol protocol;
    private final ProbeHandler handler = new ProbeHandler();
    private final ProbeHandler named = new ProbeHandler();
    private TestServer server;
    private ThriftClient client;

    @DataProvider
    static Object[][] protocols() {
        List<Object[]> rows = new ArrayList<>();
        for (ThriftProtocol protocol : ThriftProtocol.values()) {
            rows.add(new Object[] {protocol});
        }
        return rows.toArray(Object[][]::new);
    }

    @Factory(dataProvider = "protocols")
    public TransportMisuseTest(ThriftProtocol protocol) {
        this.protocol = protocol;
    }

    @BeforeClass
    void start() throws Exception {
        server = MultiplexedServers.OURS.start(
                protocol,
                new MultiplexedServers.Services()
                        .plain(new Probe.Processor<>(handler))
                        .add("named", new Probe.Processor<>(named)));
        client = builder().build();
    }

    private ThriftClientBuilder builder() {
        return PatientClient.builder()
                .endpoint(TestServer.HOST, server.port())
                .protocol(protocol)
                .connectionsPerEndpoint(1)
                .callTimeout(Duration.ofSeconds(20));
    }

    @AfterClass(alwaysRun = true)
    void stop() {
        handler.releaseAll();
        client.close();
        server.close();
    }

    @Override
    public String toString() {
        return protocol.toString();
    }

    private Probe.Client over(TTransport transport) {
        return new Probe.Client(protocol.getProtocol(transport));
    }

    private static void assertFails(int type, String word, ThrowingRunnable attempt) {
        TTransportException failure = expectThrows(TTransportException.class, attempt);
        assertEquals(failure.getType(), type, failure.toString());
        assertTrue(failure.getMessage().contains(word), failure.getMessage());
    }

    public void severalServices() throws Exception {
        try (TTransport transport = client.transport()) {
            TProtocol wire = protocol.getProtocol(transport);
            Probe.Client toNamed = new Probe.Client(new TMultiplexedProtocol(wire, "named"));
            Probe.Client toUnknown = new Probe.Client(new TMultiplexedProtocol(wire, "unknown"));
            long before = named.calls();
            assertEquals(toNamed.echo("by name"), "by name");
            assertEquals(named.calls(), before + 1);
            assertEquals(
                    expectThrows(TApplicationException.class, () -> toUnknown.echo("lost"))
                            .getType(),
                    TApplicationException.UNKNOWN_METHOD);
            assertEquals(new Probe.Client(wire).echo("plain"), "plain");
            toNamed.note("by name");
            assertEquals(named.awaitNote(), "by name");
        }
    }

    public void anotherProtocolThanThatOfTheClient() throws Exception {
        long calls = client.counters().calls();
        try (TTransport transport = client.transport()) {
            for (ThriftProtocol other : ThriftProtocol.values()) {
                if (other != protocol) {
                    Probe.Client mistaken = new Probe.Client(other.getProtocol(transport));
                    String expected = "not a message of the client's protocol, " + protocol;
                    assertFails(TTransportException.CORRUPTED_DATA, expected, () -> mistaken.echo("lost"));
                    assertFails(TTransportException.CORRUPTED_DATA, expected, () -> mistaken.note("lost"));
                }
            }
            assertEquals(client.counters().calls(), calls, "nothing was called");
            assertEquals(over(transport).echo("as it should be"), "as it should be");
        }
    }

    public void protocolsWhoseSequenceIdIsNotKnown() {
        try (ThriftClient custom =
                builder().protocol(new TBinaryProtocol.Factory()).build()) {
            for (IllegalStateException failure : List.of(
                    expectThrows(IllegalStateException.class, custom::transport),
                    expectThrows(IllegalStateException.class, () -> custom.transport(CallOptions.create())))) {
                assertTrue(
                        failure.getMessage().contains(TBinaryProtocol.Factory.class.getName()), failure.getMessage());
                assertTrue(failure.getMessage().contains("ThriftProtocol"), failure.getMessage());
            }
        }
    }

    public void readingWithoutACall() throws Exception {
        try (TTransport transport = client.transport()) {
            Probe.Client calls = over(transport);
            assertFails(TTransportException.END_OF_FILE, "nothing to read", calls::recv_echo);
            assertEquals(over(transport).echo("asked"), "asked");
            assertFails(
                    TTransportException.END_OF_FILE,
                    "nothing to read",
                    () -> over(transport).recv_echo());
        }
    }

    public void flushingNothing() throws Exception {
        long calls = client.counters().calls();
        try (TTransport transport = client.transport()) {
            transport.flush();
            transport.flush();
            assertEquals(client.counters().calls(), calls);
            assertEquals(over(transport).echo("something"), "something");
        }
    }

    public void afterItWasClosed() {
        TTransport transport = client.transport();
        transport.close();
        assertFalse(transport.isOpen());
        byte[] bytes = new byte[1];
        assertFails(TTransportException.NOT_OPEN, "closed", transport::open);
        assertFails(TTransportException.NOT_OPEN, "closed", () -> transport.write(bytes, 0, 1));
        assertFails(TTransportException.NOT_OPEN, "closed", transport::flush);
        assertFails(TTransportException.NOT_OPEN, "closed", () -> transport.read(bytes, 0, 1));
        assertFails(TTransportException.NOT_OPEN, "closed", () -> transport.readAll(bytes, 0, 1));
    }

    public void afterTheClientWasClosed() {
        ThriftClient closed = builder().build();
        TTransport transport = closed.transport();
        closed.close();
        for (ThrowingRunnable call : List.<ThrowingRunnable>of(
                () -> over(transport).echo("lost"), () -> over(transport).note("lost"))) {
            CallFailedException failure = expectThrows(CallFailedException.class, call);
            assertEquals(failure.failure(), FailureCause.CLIENT_CLOSED);
            assertFalse(failure.mayHaveRun());
        }
    }

    public void aCallThatIsTooLarge() throws Exception {
        try (ThriftClient small = builder().maxFrameBytes(1000).build();
                TTransport transport = small.transport()) {
            CallFailedException failure = expectThrows(
                    CallFailedException.class, () -> over(transport).echo("x".repeat(2000)));
            assertEquals(failure.failure(), FailureCause.UNWRITABLE_CALL);
            assertTrue(failure.getMessage().contains("maxFrameBytes is 1000"), failure.getMessage());
            assertEquals(over(transport).echo("small"), "small");
        }
    }

    /** The transport continues with the next call. */
    public void anInterruptAbandonsTheCall() throws Exception {
        String key = "interrupted " + protocol;
        try (ThriftClient own = builder().build();
                TTransport transport = own.transport()) {
            Probe.Client calls = over(transport);
            calls.send_held(key);
            handler.awaitHeld(key);
            Thread.currentThread().interrupt();
            CallFailedException failure = expectThrows(CallFailedException.class, calls::recv_held);
            assertTrue(Thread.interrupted(), "the thread stays interrupted");
            assertEquals(failure.failure(), FailureCause.CANCELLED);
            assertTrue(failure.mayHaveRun());
            handler.release(key);
            Await.that("no late reply", () -> own.counters().lateReplies() == 1);
            assertEquals(calls.echo("next"), "next");
        }
    }
}
