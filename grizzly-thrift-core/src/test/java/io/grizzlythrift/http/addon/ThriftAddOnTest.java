package io.grizzlythrift.http.addon;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertFalse;
import static org.testng.Assert.assertSame;
import static org.testng.Assert.assertTrue;
import static org.testng.Assert.expectThrows;

import io.grizzlythrift.message.ThriftProtocol;
import io.grizzlythrift.server.ThriftListener;
import io.grizzlythrift.server.ThriftListenerBuilder;
import io.grizzlythrift.test.Await;
import io.grizzlythrift.test.FreePort;
import io.grizzlythrift.test.UniqueName;
import io.grizzlythrift.test.server.HeldProcessor;
import io.grizzlythrift.test.server.RawClient;
import io.grizzlythrift.test.server.ServerThreads;
import io.grizzlythrift.test.server.Strategies;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.glassfish.grizzly.GrizzlyFuture;
import org.glassfish.grizzly.IOStrategy;
import org.glassfish.grizzly.http.server.HttpHandler;
import org.glassfish.grizzly.http.server.HttpServer;
import org.glassfish.grizzly.http.server.NetworkListener;
import org.glassfish.grizzly.http.server.Request;
import org.glassfish.grizzly.http.server.Response;
import org.glassfish.grizzly.nio.transport.TCPNIOTransport;
import org.glassfish.grizzly.strategies.SameThreadIOStrategy;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/** Tests Thrift beside HTTP in Grizzly's HttpServer, on an address of its own and on that of HTTP. */
@Test(timeOut = 60_000)
public final class ThriftAddOnTest {
    private static final ThriftProtocol PROTOCOL = ThriftProtocol.BINARY;
    private static final InetAddress LOOPBACK = InetAddress.getLoopbackAddress();

    private final HeldProcessor processor = new HeldProcessor();

    /** A server with one page, and an add-on. */
    private final class Host implements AutoCloseable {
        private final HttpServer server = new HttpServer();
        private final NetworkListener network = new NetworkListener("http", "127.0.0.1", FreePort.find());
        private final ThriftAddOn addOn;
        private final boolean onHttpPort;

        Host(boolean onHttpPort) throws IOException {
            this(onHttpPort, 0);
        }

        Host(boolean onHttpPort, int port) throws IOException {
            this.onHttpPort = onHttpPort;
            addOn = onHttpPort
                    ? ThriftAddOn.onHttpPort(this::configure)
                    : ThriftAddOn.onOwnPort(options -> configure(options).listen("127.0.0.1", port));
            network.registerAddOn(addOn);
            server.addListener(network);
            server.getServerConfiguration()
                    .addHttpHandler(
                            new HttpHandler() {
                                @Override
                                public void service(Request request, Response response) throws Exception {
                                    response.getWriter().write("hello");
                                }
                            },
                            "/hello");
        }

        private ThriftListenerBuilder configure(ThriftListenerBuilder options) {
            return options.name(UniqueName.of("add-on"))
                    .processor(processor)
                    .shutdownGrace(Duration.ofSeconds(30))
                    .limits(Strategies.patient().build());
        }

        Host start() throws IOException {
            server.start();
            return this;
        }

        RawClient connectHttp() throws IOException {
            return new RawClient(new InetSocketAddress(LOOPBACK, network.getPort()));
        }

        RawClient connectThrift() throws IOException {
            return onHttpPort
                    ? connectHttp()
                    : new RawClient(addOn.listener().addresses().get(0));
        }

        void assertServesHttp() throws IOException {
            try (RawClient client = connectHttp()) {
                client.send("GET /hello HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n".getBytes(US_ASCII));
                String response = new String(client.readAll(), US_ASCII);
                assertTrue(response.startsWith("HTTP/1.1 200 "), response);
                assertTrue(response.contains("hello"), response);
            }
        }

        @Override
        public void close() {
            server.shutdownNow();
        }
    }

    private static void assertServes(RawClient client) throws Exception {
        client.sendFrames(HeldProcessor.call(PROTOCOL, "fast", 1));
        assertEquals(client.readReply(PROTOCOL).sequenceId(), 1);
    }

    @DataProvider
    static Object[][] ports() {
        return new Object[][] {{false}, {true}};
    }

    @Test(dataProvider = "ports")
    public void stopsWithTheServer(boolean onHttpPort) throws Exception {
        try (Host host = new Host(onHttpPort).start();
                RawClient client = host.connectThrift()) {
            host.assertServesHttp();
            assertServes(client);
            assertTrue(host.addOn.listener().isReady());
            host.server.shutdownNow();
            client.readUntilClosedByServer();
            assertTrue(host.addOn.listener().awaitTermination(Duration.ofSeconds(20)));
            ServerThreads.assertEnd(
                    ServerThreads.of(host.addOn.listener().config().name()));
            host.addOn.close();
        }
    }

    private static boolean isRefused(Host host) {
        try {
            host.connectThrift().close();
            return false;
        } catch (IOException refused) {
            return true;
        }
    }

    @Test(dataProvider = "ports")
    public void drainsWithTheServer(boolean onHttpPort) throws Exception {
        int held = onHttpPort ? 11 : 12;
        try (Host host = new Host(onHttpPort).start();
                RawClient client = host.connectThrift()) {
            client.sendFrames(HeldProcessor.call(PROTOCOL, "hold", held));
            processor.awaitStart(held);
            GrizzlyFuture<HttpServer> stopped = host.server.shutdown(40, TimeUnit.SECONDS);
            assertFalse(stopped.isDone());
            Await.that("connections are still accepted", () -> isRefused(host)); // the acceptor may be at one already
            processor.release(held);
            assertEquals(client.readReply(PROTOCOL).sequenceId(), held);
            client.assertClosedByServer();
            stopped.get(20, TimeUnit.SECONDS);
            assertFalse(host.addOn.listener().isRunning());
        }
    }

    /** Closing it leaves HTTP alone. */
    @Test(dataProvider = "ports")
    public void httpContinues(boolean onHttpPort) throws Exception {
        try (Host host = new Host(onHttpPort).start();
                RawClient client = host.connectThrift()) {
            assertServes(client);
            host.addOn.close();
            client.assertClosedByServer();
            host.assertServesHttp();
        }
    }

    /** The strategy of its transport, which has a pool but would not configure one, knows nothing of listeners that are closed. */
    public void theTransportOfHttpIsAsBefore() throws Exception {
        try (Host host = new Host(false).start()) {
            TCPNIOTransport transport = host.network.getTransport();
            int workers = transport.getWorkerThreadPoolConfig().getMaxPoolSize();
            host.addOn.close();
            IOStrategy left = transport.getIOStrategy();
            assertFalse(left.getClass().getName().startsWith("io.grizzlythrift."), left.getClass() + " is left");
            try (ThriftListener another = host.configure(ThriftListener.builder(transport))
                            .listen("127.0.0.1", 0)
                            .build()
                            .start();
                    RawClient client = new RawClient(another.addresses().get(0))) {
                assertServes(client);
                host.assertServesHttp();
            }
            assertSame(transport.getIOStrategy(), left);
            assertTrue(left.equals(SameThreadIOStrategy.getInstance()), left.toString());
            assertEquals(transport.getWorkerThreadPoolConfig().getMaxPoolSize(), workers);
            host.assertServesHttp();
        }
    }

    /** A call may take longer than HTTP lets a connection be idle. */
    public void theIdleTimeoutOfHttpDoesNotApply() throws Exception {
        try (Host host = new Host(true)) {
            host.network.getKeepAlive().setIdleTimeoutInSeconds(1);
            host.start();
            try (RawClient client = host.connectThrift()) {
                client.sendFrames(HeldProcessor.call(PROTOCOL, "hold", 21));
                processor.awaitStart(21);
                try (RawClient silent = host.connectHttp()) {
                    silent.assertClosedByServer();
                }
                processor.release(21);
                assertEquals(client.readReply(PROTOCOL).sequenceId(), 21);
                try (RawClient silent = host.connectHttp()) {
                    silent.assertClosedByServer();
                }
                assertServes(client);
            }
        }
    }

    public void aFailedStartFailsThatOfTheServer() throws Exception {
        try (ServerSocket taken = new ServerSocket(0, 1, LOOPBACK);
                Host host = new Host(false, taken.getLocalPort())) {
            UncheckedIOException failure = expectThrows(UncheckedIOException.class, host::start);
            assertTrue(failure.getMessage().contains(":" + taken.getLocalPort()), failure.getMessage());
            expectThrows(IOException.class, host::connectHttp);
        }
    }

    public void anAddOnIsForOneListener() throws Exception {
        try (Host host = new Host(false)) {
            NetworkListener second = new NetworkListener("second", "127.0.0.1", FreePort.find());
            second.registerAddOn(host.addOn);
            host.server.addListener(second);
            expectThrows(IllegalStateException.class, host::start);
            host.addOn.close();
        }
    }

    public void needsAnAddress() {
        HttpServer server = new HttpServer();
        NetworkListener network = new NetworkListener("http", "127.0.0.1", 0);
        network.registerAddOn(ThriftAddOn.onOwnPort(options -> options.processor(processor)));
        server.addListener(network);
        expectThrows(IllegalStateException.class, server::start);
        server.shutdownNow();
    }
}
