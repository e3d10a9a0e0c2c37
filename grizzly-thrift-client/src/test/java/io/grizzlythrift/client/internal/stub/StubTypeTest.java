package io.grizzlythrift.client.internal.stub;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertFalse;
import static org.testng.Assert.assertNotEquals;
import static org.testng.Assert.assertTrue;
import static org.testng.Assert.expectThrows;

import io.grizzlythrift.client.ThriftClient;
import io.grizzlythrift.client.ThriftClientBuilder;
import io.grizzlythrift.client.config.CallOptions;
import io.grizzlythrift.client.config.HedgePolicy;
import io.grizzlythrift.client.config.RetryPolicy;
import io.grizzlythrift.client.gen.Parcel;
import io.grizzlythrift.client.gen.Probe;
import io.grizzlythrift.client.gen.ProbeBase;
import io.grizzlythrift.client.testing.CallStyle;
import io.grizzlythrift.client.testing.PatientClient;
import io.grizzlythrift.client.testing.server.ProbeHandler;
import io.grizzlythrift.client.testing.server.Servers;
import io.grizzlythrift.client.testing.server.TestServer;
import io.grizzlythrift.message.ThriftProtocol;
import io.grizzlythrift.server.ThriftServer;
import io.grizzlythrift.test.PatientLimits;
import io.grizzlythrift.test.UniqueName;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.thrift.TException;
import org.apache.thrift.TServiceClient;
import org.apache.thrift.TServiceClientFactory;
import org.apache.thrift.protocol.TProtocol;
import org.testng.Assert.ThrowingRunnable;
import org.testng.annotations.AfterClass;
import org.testng.annotations.BeforeClass;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/** Tests which types a stub can have, and the methods that it inherits from Object. */
@Test(timeOut = 60_000)
public final class StubTypeTest {
    private final ProbeHandler handler = new ProbeHandler();
    private TestServer server;
    private ThriftClient client;

    @BeforeClass
    void start() throws Exception {
        server = Servers.WORKER_THREAD.start(ThriftProtocol.COMPACT, new Probe.Processor<>(handler));
        client = PatientClient.builder()
                .endpoint(TestServer.HOST, server.port())
                .protocol(ThriftProtocol.COMPACT)
                .build();
    }

    @AfterClass(alwaysRun = true)
    void stop() {
        client.close();
        server.close();
    }

    /** Nested in a class that was not generated. */
    public interface Iface {
        void ping() throws TException;
    }

    /** Extends a generated interface. */
    public interface Extended extends Probe.Iface {}

    /** Its client does not extend TServiceClient. */
    public static final class OtherClient {
        /** As in generated classes. */
        public interface Iface {
            void ping() throws TException;
        }

        /** Not a TServiceClient. */
        public static final class Client {}
    }

    /** Its interface is a class. */
    public static final class NoInterface {
        /** A class. */
        public static class Iface {}
    }

    /** Its client has no factory. */
    public static final class NoFactory {
        /** As in generated classes. */
        public interface Iface {
            void ping() throws TException;
        }

        /** Generated clients have a factory. */
        public static final class Client extends TServiceClient {
            public Client(TProtocol protocol) {
                super(protocol);
            }

            public void send_ping() {}
        }
    }

    /** Its interface and its client do not match. */
    public static final class NoSend {
        /** As in generated classes. */
        public interface Iface {
            void ping(int value) throws TException;
        }

        /** Its send_ping has other arguments. */
        public static final class Client extends TServiceClient {
            private Client(TProtocol in, TProtocol out) {
                super(in, out);
            }

            public void send_ping(long value) {}

            /** Creates clients. */
            public static final class Factory implements TServiceClientFactory<Client> {
                @Override
                public Client getClient(TProtocol protocol) {
                    return new Client(protocol, protocol);
                }

                @Override
                public Client getClient(TProtocol in, TProtocol out) {
                    return new Client(in, out);
                }
            }
        }
    }

    @DataProvider
    static Object[][] noThriftInterfaces() {
        return new Object[][] {
            {String.class, "not nested"},
            {Runnable.class, "not nested"},
            {Map.Entry.class, "not nested"},
            {int.class, "not nested"},
            {Probe.Iface[].class, "not nested"},
            {Probe.class, "use Probe.Iface.class"},
            {Probe.Client.class, "it is a class; use Probe.Iface.class, or new Probe.Client(protocol)"},
            {Probe.AsyncClient.class, "use Probe.Iface.class"},
            {Probe.Processor.class, "use Probe.Iface.class"},
            {Probe.echo_args.class, "use Probe.Iface.class"},
            {Extended.class, "not nested"},
            {NoInterface.Iface.class, "not nested"},
            {Iface.class, "Client"},
            {OtherClient.Iface.class, "Client"},
            {NoFactory.Iface.class, "Factory"},
            {NoSend.Iface.class, "send_ping"},
        };
    }

    @Test(dataProvider = "noThriftInterfaces")
    public void otherTypesAreRejected(Class<?> type, String reason) {
        for (IllegalArgumentException failure : Set.of(
                expectThrows(IllegalArgumentException.class, () -> client.stub(type)),
                expectThrows(IllegalArgumentException.class, () -> client.stub(type, "service")))) {
            assertTrue(failure.getMessage().contains(type.getName()), failure.getMessage());
            assertTrue(failure.getMessage().contains("generated by the Thrift compiler"), failure.getMessage());
            assertTrue(failure.getMessage().contains(reason), failure.getMessage());
        }
    }

    /** With a misspelled name, calls would silently not be retried or hedged. */
    public void idempotentMethodsMustExist() {
        assertMissing("ehco", builder().retries(RetryPolicy.create().withIdempotentMethods("echo", "ehco")));
        assertMissing(
                "ehco",
                builder()
                        .retries(RetryPolicy.create().withIdempotentMethods("ehco"))
                        .hedging(HedgePolicy.afterPercentile(95)));
        try (ThriftClient multiplexed = builder()
                .retries(RetryPolicy.create().withIdempotentMethods("one:echo", "two:ehco", "echo"))
                .build()) {
            multiplexed.stub(Probe.Iface.class, "one");
            expectThrows(IllegalArgumentException.class, () -> multiplexed.stub(Probe.Iface.class, "two"));
        }
        try (ThriftClient several = builder()
                .retries(RetryPolicy.create().withIdempotentMethods("echo", "baseEcho"))
                .build()) {
            several.stub(Probe.AsyncIface.class);
            several.stub(ProbeBase.Iface.class); // has no echo, but the other one has
        }
    }

    private ThriftClientBuilder builder() {
        return PatientClient.builder().endpoint(TestServer.HOST, server.port());
    }

    private static void assertMissing(String name, ThriftClientBuilder builder) {
        try (ThriftClient misspelled = builder.build()) {
            for (Class<?> type : List.of(Probe.Iface.class, Probe.AsyncIface.class, Probe.FutureIface.class)) {
                IllegalArgumentException failure =
                        expectThrows(IllegalArgumentException.class, () -> misspelled.stub(type));
                assertTrue(failure.getMessage().contains("'" + name + "'"), failure.getMessage());
                assertTrue(failure.getMessage().contains("echoBytes"), failure.getMessage());
            }
        }
    }

    /** The limit of libthrift, or that of an option, in the client and in the server. */
    public void structsAreNestedUpToALimit() throws Exception {
        Probe.Iface stub = client.stub(Probe.Iface.class);
        assertEquals(stub.echoParcel(nested(50)), nested(50));
        expectThrows(TException.class, () -> stub.echoParcel(nested(100)));
        try (ThriftClient shallow =
                        builder().protocol(ThriftProtocol.COMPACT).maxDepth(20).build();
                ThriftServer deep = ThriftServer.builder()
                        .name(UniqueName.of("deep"))
                        .limits(PatientLimits.builder().maxDepth(500).build())
                        .processor(new Probe.Processor<>(handler))
                        .protocol(ThriftProtocol.COMPACT)
                        .listen(TestServer.HOST, 0)
                        .build()
                        .start();
                ThriftClient deepClient = PatientClient.builder()
                        .endpoint(TestServer.HOST, deep.port())
                        .protocol(ThriftProtocol.COMPACT)
                        .maxDepth(500)
                        .build()) {
            expectThrows(TException.class, () -> shallow.stub(Probe.Iface.class).echoParcel(nested(50)));
            assertEquals(deepClient.stub(Probe.Iface.class).echoParcel(nested(400)), nested(400));
        }
    }

    private static Parcel nested(int depth) {
        Parcel parcel = new Parcel().setName("innermost");
        for (int i = 1; i < depth; i++) {
            parcel = new Parcel().setName("level " + i).setInner(parcel);
        }
        return parcel;
    }

    @DataProvider
    static Object[][] badNames() {
        return new Object[][] {{""}, {" \t"}, {"a:b"}, {":"}};
    }

    @Test(dataProvider = "badNames")
    public void badServiceNames(String name) {
        IllegalArgumentException failure =
                expectThrows(IllegalArgumentException.class, () -> client.stub(Probe.Iface.class, name));
        assertTrue(failure.getMessage().contains("'" + name + "'"), failure.getMessage());
    }

    public void nullIsNamed() {
        assertNamed("type", () -> client.stub(null));
        assertNamed("serviceName", () -> client.stub(Probe.Iface.class, (String) null));
        assertNamed("options", () -> client.stub(Probe.Iface.class, (CallOptions) null));
        assertNamed("options", () -> client.stub(Probe.Iface.class, "service", null));
        assertNamed("callback", () -> client.stub(Probe.AsyncIface.class).ping(null));
    }

    private static void assertNamed(String name, ThrowingRunnable attempt) {
        NullPointerException failure = expectThrows(NullPointerException.class, attempt);
        assertTrue(failure.getMessage().contains(name), failure.getMessage());
    }

    /** The methods of Object work without a call. */
    @SuppressWarnings("SelfAssertion") // equality with itself is tested
    public void methodsOfObject() {
        long calls = handler.calls();
        Probe.Iface stub = client.stub(Probe.Iface.class);
        Probe.Iface another = client.stub(Probe.Iface.class);
        assertTrue(stub.equals(stub));
        assertFalse(stub.equals(another));
        assertFalse(stub.equals(null));
        assertEquals(stub.hashCode(), stub.hashCode());
        Set<Probe.Iface> stubs = new HashSet<>(Set.of(stub, another));
        assertTrue(stubs.contains(stub) && stubs.remove(another) && !stubs.contains(another));
        assertEquals(stub.toString(), "stub of " + Probe.Iface.class.getName());
        assertNotEquals(client.stub(Probe.FutureIface.class).toString(), stub.toString());
        assertEquals(handler.calls(), calls);
    }

    @DataProvider
    static Object[][] styles() {
        return CallStyle.styles();
    }

    @Test(dataProvider = "styles", timeOut = 60_000)
    public void theBaseService(CallStyle style) throws Exception {
        ProbeBase.Iface base = style.waiting(ProbeBase.Iface.class, client::stub);
        assertFalse(base instanceof Probe.Iface);
        assertEquals(base.baseEcho(7), 7);
        base.ping();
    }

    @Test(dataProvider = "styles", timeOut = 60_000)
    public void namesInCamelCase(CallStyle style) throws Exception {
        CamelProbe.Iface camel = style.waiting(CamelProbe.Iface.class, client::stub);
        assertEquals(camel.echoText("hump"), "hump");
        camel.leaveNote("one way to " + style);
        assertEquals(handler.awaitNote(), "one way to " + style);
    }
}
