package io.grizzlythrift.compat;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertTrue;
import static org.testng.Assert.expectThrows;

import io.grizzlythrift.frame.Dialect;
import io.grizzlythrift.header.Transform;
import io.grizzlythrift.message.ThriftProtocol;
import io.grizzlythrift.test.everything.EverythingHandler;
import io.grizzlythrift.test.everything.TestValues;
import io.grizzlythrift.test.gen.Everything;
import io.grizzlythrift.test.gen.Refused;
import io.grizzlythrift.tls.TestAuthority;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.apache.thrift.TApplicationException;
import org.apache.thrift.TMultiplexedProcessor;
import org.apache.thrift.TProcessor;
import org.apache.thrift.protocol.TMultiplexedProtocol;
import org.apache.thrift.protocol.TProtocol;
import org.apache.thrift.server.ServerContext;
import org.apache.thrift.server.TServer;
import org.apache.thrift.server.TServerEventHandler;
import org.apache.thrift.server.TSimpleServer;
import org.apache.thrift.server.TThreadPoolServer;
import org.apache.thrift.transport.TSSLTransportFactory;
import org.apache.thrift.transport.TSSLTransportFactory.TSSLTransportParameters;
import org.apache.thrift.transport.TServerSocket;
import org.apache.thrift.transport.TServerTransport;
import org.apache.thrift.transport.TSocket;
import org.apache.thrift.transport.TTransport;
import org.apache.thrift.transport.layered.TFramedTransport;
import org.testng.annotations.AfterClass;
import org.testng.annotations.AfterMethod;
import org.testng.annotations.BeforeClass;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/**
 * Tests libthrift's blocking servers and clients over THeader transports, with and without TLS, against each kind of
 * client.
 */
@Test(singleThreaded = true, timeOut = 120_000)
public final class THeaderServersTest {
    private static final String PASSWORD = "password";
    private static final String LOOPBACK = "127.0.0.1";

    /** Replies with the headers that it received, and adds one to the reply. */
    private static final class HeaderHandler extends EverythingHandler {
        @Override
        public String whoami(String greeting) {
            THeaderTransport transport = THeaderTransport.current().orElseThrow();
            transport.setWriteHeader("reply-to", greeting);
            return transport.getReadHeaders() + " " + transport.getDialect().orElseThrow() + " "
                    + transport.getProtocol();
        }
    }

    private enum Server {
        SIMPLE {
            @Override
            TServer make(TServerTransport transport, TProcessor processor) {
                return new TSimpleServer(new TServer.Args(transport)
                        .processor(processor)
                        .transportFactory(new THeaderTransport.Factory())
                        .protocolFactory(new THeaderProtocol.Factory()));
            }
        },
        POOL {
            @Override
            TServer make(TServerTransport transport, TProcessor processor) {
                return new TThreadPoolServer(new TThreadPoolServer.Args(transport)
                        .processor(processor)
                        .transportFactory(new THeaderTransport.Factory())
                        .protocolFactory(new THeaderProtocol.Factory()));
            }
        };

        abstract TServer make(TServerTransport transport, TProcessor processor);
    }

    private enum Client {
        HEADER_BINARY,
        HEADER_COMPACT,
        HEADER_ZLIB,
        HEADER_ZSTD,
        FRAMED_BINARY,
        FRAMED_COMPACT,
        UNFRAMED_BINARY,
        UNFRAMED_COMPACT;

        ThriftProtocol format() {
            return name().endsWith("COMPACT") || this == HEADER_ZSTD ? ThriftProtocol.COMPACT : ThriftProtocol.BINARY;
        }

        Dialect dialect() {
            return Dialect.valueOf(name().substring(0, name().indexOf('_')));
        }

        TProtocol protocol(TTransport socket) throws Exception {
            return switch (dialect()) {
                case HEADER -> new THeaderProtocol(new THeaderTransport(socket, format(), transforms()));
                case FRAMED -> format().getProtocol(new TFramedTransport(socket));
                default -> format().getProtocol(socket);
            };
        }

        private Transform[] transforms() {
            return switch (this) {
                case HEADER_ZLIB -> new Transform[] {Transform.ZLIB};
                case HEADER_ZSTD -> new Transform[] {Transform.ZSTD};
                default -> new Transform[0];
            };
        }
    }

    private final HeaderHandler handler = new HeaderHandler();
    private Path folder;
    private Path store;
    private Path trust;
    private TServer server;
    private Thread serving;
    private int port;
    private TTransport socket;

    @BeforeClass
    void makeCertificates() throws Exception {
        folder = Files.createTempDirectory("theader");
        TestAuthority authority = new TestAuthority("test");
        store = authority
                .issue("RSA", LOOPBACK, "localhost")
                .writeStore(folder.resolve("own.p12"), "PKCS12", PASSWORD.toCharArray());
        trust = store;
    }

    @AfterClass(alwaysRun = true)
    void deleteCertificates() throws Exception {
        Files.deleteIfExists(store);
        Files.deleteIfExists(folder);
    }

    @AfterMethod(alwaysRun = true)
    void stop() throws InterruptedException {
        if (socket != null) {
            socket.close();
        }
        if (server != null) {
            server.stop();
            serving.join();
        }
    }

    private void serve(Server kind, boolean tls, TProcessor processor, Optional<TServerEventHandler> events)
            throws Exception {
        InetAddress loopback = InetAddress.getLoopbackAddress();
        TServerSocket transport;
        if (tls) {
            TSSLTransportParameters parameters = new TSSLTransportParameters();
            parameters.setKeyStore(store.toString(), PASSWORD, "PKIX", "PKCS12");
            transport = TSSLTransportFactory.getServerSocket(0, 0, loopback, parameters);
        } else {
            transport = new TServerSocket(new InetSocketAddress(loopback, 0));
        }
        port = transport.getServerSocket().getLocalPort();
        server = kind.make(transport, processor);
        events.ifPresent(server::setServerEventHandler);
        serving = new Thread(server::serve, "serving");
        serving.start();
    }

    private Everything.Client connect(Client kind, boolean tls) throws Exception {
        return new Everything.Client(kind.protocol(connect(tls)));
    }

    private TTransport connect(boolean tls) throws Exception {
        if (tls) {
            TSSLTransportParameters parameters = new TSSLTransportParameters();
            parameters.setTrustStore(trust.toString(), PASSWORD, "PKIX", "PKCS12");
            socket = TSSLTransportFactory.getClientSocket(LOOPBACK, port, 60_000, parameters);
        } else {
            socket = new TSocket(LOOPBACK, port);
            socket.open();
        }
        return socket;
    }

    @DataProvider
    Object[][] pairs() {
        List<Object[]> rows = new ArrayList<>();
        for (Server kind : Server.values()) {
            for (Client client : Client.values()) {
                for (boolean tls : new boolean[] {false, true}) {
                    rows.add(new Object[] {kind, client, tls});
                }
            }
        }
        return rows.toArray(Object[][]::new);
    }

    @Test(dataProvider = "pairs")
    void calls(Server kind, Client client, boolean tls) throws Exception {
        serve(kind, tls, new Everything.Processor<>(handler), Optional.empty());
        Everything.Client calls = connect(client, tls);
        calls.ping();
        assertEquals(calls.echoMixed(TestValues.fullMixed()), TestValues.fullMixed());
        assertEquals(calls.echoContainers(TestValues.fullContainers()), TestValues.fullContainers());
        assertEquals(calls.echoBinary(TestValues.bytes(200_000)), TestValues.bytes(200_000));
        for (String text : TestValues.STRINGS) {
            assertEquals(calls.echoString(text), text);
        }
        assertEquals(expectThrows(Refused.class, () -> calls.baseCheck(7)).getCode(), 7);
        String note = kind + " " + client + " " + tls;
        calls.note(note);
        handler.noted(note).get(60, TimeUnit.SECONDS);
        TApplicationException failure = expectThrows(TApplicationException.class, () -> calls.fail("RUNTIME"));
        assertEquals(failure.getType(), TApplicationException.INTERNAL_ERROR);
        String headers = client.dialect() == Dialect.HEADER ? "{tenant=blue, all=1}" : "{}";
        Optional<THeaderTransport> transport = transportOf(calls);
        transport.ifPresent(own -> own.setPersistentWriteHeader("all", "1"));
        transport.ifPresent(own -> own.setWriteHeader("tenant", "blue"));
        String seen = calls.whoami("me");
        assertTrue(
                seen.equals(headers + " " + client.dialect() + " " + client.format())
                        || seen.equals("{all=1, tenant=blue} " + client.dialect() + " " + client.format()),
                seen);
        assertEquals(
                transport.map(THeaderTransport::getReadHeaders).orElse(Map.of()),
                transport.isPresent() ? Map.of("reply-to", "me") : Map.of());
        calls.ping();
        assertEquals(transport.map(THeaderTransport::getReadHeaders).orElse(Map.of()), Map.of());
        if (transport.isPresent()) {
            assertEquals(calls.whoami("me"), "{all=1} " + client.dialect() + " " + client.format());
        }
    }

    private static Optional<THeaderTransport> transportOf(Everything.Client calls) {
        return calls.getInputProtocol().getTransport() instanceof THeaderTransport own
                ? Optional.of(own)
                : Optional.empty();
    }

    @DataProvider
    Object[][] clients() {
        return Stream.of(Client.values()).map(client -> new Object[] {client}).toArray(Object[][]::new);
    }

    @Test(dataProvider = "clients")
    void unknownMethodAndMultiplexedServices(Client client) throws Exception {
        TMultiplexedProcessor services = new TMultiplexedProcessor();
        services.registerProcessor("first", new Everything.Processor<>(handler));
        services.registerProcessor("second", new Everything.Processor<>(new EverythingHandler("second")));
        serve(Server.POOL, false, services, Optional.empty());
        TProtocol protocol = client.protocol(connect(false));
        Everything.Client second = new Everything.Client(new TMultiplexedProtocol(protocol, "second"));
        assertEquals(second.whoami("me"), "second: me");
        Everything.Client first = new Everything.Client(new TMultiplexedProtocol(protocol, "first"));
        assertTrue(first.whoami("me").startsWith("{} " + client.dialect()));
        assertEquals(second.whoami("you"), "second: you");
    }

    /** Records the protocols of each connection, and the transport before each call. */
    private static final class Events implements TServerEventHandler {
        final CompletableFuture<Boolean> sameTransport = new CompletableFuture<>();
        final CompletableFuture<String> headersAtTheEnd = new CompletableFuture<>();

        @Override
        public void preServe() {}

        @Override
        public ServerContext createContext(TProtocol input, TProtocol output) {
            sameTransport.complete(input.getTransport() == output.getTransport());
            return new ServerContext() {
                @Override
                public <T> T unwrap(Class<T> type) {
                    return null;
                }

                @Override
                public boolean isWrapperFor(Class<?> type) {
                    return false;
                }
            };
        }

        @Override
        public void deleteContext(ServerContext context, TProtocol input, TProtocol output) {
            headersAtTheEnd.complete(
                    ((THeaderTransport) input.getTransport()).getReadHeaders().toString());
        }

        @Override
        public void processContext(ServerContext context, TTransport input, TTransport output) {}
    }

    @Test
    void eventHandler() throws Exception {
        for (Server kind : Server.values()) {
            Events events = new Events();
            serve(kind, false, new Everything.Processor<>(handler), Optional.of(events));
            Everything.Client calls = connect(Client.HEADER_COMPACT, false);
            transportOf(calls).orElseThrow().setWriteHeader("a", "b");
            calls.ping();
            assertTrue(events.sameTransport.get(60, TimeUnit.SECONDS));
            socket.close();
            assertEquals(events.headersAtTheEnd.get(60, TimeUnit.SECONDS), "{a=b}");
            stop();
        }
    }

    /** A pooled thread later runs calls of other connections, which must not see the state of this one. */
    @Test
    void connectionsOneAfterTheOther() throws Exception {
        serve(Server.SIMPLE, false, new Everything.Processor<>(handler), Optional.empty());
        for (Client client : Client.values()) {
            Everything.Client calls = connect(client, false);
            transportOf(calls).ifPresent(own -> own.setWriteHeader("client", client.name()));
            String expected = client.dialect() == Dialect.HEADER ? "{client=" + client + "}" : "{}";
            assertEquals(calls.whoami("me"), expected + " " + client.dialect() + " " + client.format());
            socket.close();
        }
    }

    /** A call fails; the next one, over a new connection of the same transport, succeeds. */
    @Test
    void reopenedClient() throws Exception {
        serve(Server.POOL, false, new Everything.Processor<>(handler), Optional.empty());
        THeaderTransport transport = new THeaderTransport(new TSocket(LOOPBACK, port));
        socket = transport;
        Everything.Client calls = new Everything.Client(new THeaderProtocol(transport));
        for (int i = 0; i < 3; i++) {
            transport.open();
            assertTrue(transport.isOpen());
            assertEquals(calls.echoI32(i), i);
            transport.close();
        }
    }
}
