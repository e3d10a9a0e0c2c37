package io.grizzlythrift.internal.dispatch;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertNotNull;
import static org.testng.Assert.assertTrue;

import io.grizzlythrift.message.ThriftProtocol;
import io.grizzlythrift.server.ThriftServer;
import io.grizzlythrift.test.Await;
import io.grizzlythrift.test.LogCapture;
import io.grizzlythrift.test.everything.ClientKind;
import io.grizzlythrift.test.everything.EverythingClient;
import io.grizzlythrift.test.everything.EverythingHandler;
import io.grizzlythrift.test.gen.Everything;
import io.grizzlythrift.test.server.RawClient;
import io.grizzlythrift.test.server.Strategies;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.thrift.TProcessor;
import org.apache.thrift.TProcessorFactory;
import org.apache.thrift.protocol.TMultiplexedProtocol;
import org.apache.thrift.transport.SocketAddressProvider;
import org.apache.thrift.transport.TTransport;
import org.apache.thrift.transport.layered.TFramedTransport;
import org.testng.annotations.Test;

/** Tests processor factories, which create a processor, and therefore a handler, for each connection. */
@Test(timeOut = 60_000, dataProvider = "strategies", dataProviderClass = Strategies.class)
public final class ProcessorFactoryTest {
    /** Numbers its processors and records the transports that it was called with. */
    private static final class Counting extends TProcessorFactory {
        private final AtomicInteger made = new AtomicInteger();
        private final Queue<TTransport> transports = new ConcurrentLinkedQueue<>();

        Counting() {
            super(null);
        }

        @Override
        public TProcessor getProcessor(TTransport transport) {
            transports.add(transport);
            return new Everything.Processor<>(new EverythingHandler("handler " + made.incrementAndGet()));
        }
    }

    public void oneProcessorForEachConnection(Strategies strategy) throws Exception {
        Counting factory = new Counting();
        List<EverythingClient> clients = new ArrayList<>();
        try (ThriftServer server =
                strategy.bare().processorFactory(factory).build().start()) {
            for (int i = 1; i <= 5; i++) {
                EverythingClient client = ClientKind.FRAMED.open(server.port(), ThriftProtocol.BINARY);
                clients.add(client);
                assertEquals(client.calls().whoami("hello"), "handler " + i + ": hello");
            }
            for (int round = 0; round < 20; round++) {
                for (int i = 1; i <= 5; i++) {
                    assertEquals(clients.get(i - 1).calls().whoami("again"), "handler " + i + ": again");
                }
            }
            assertEquals(factory.made.get(), 5);
        } finally {
            clients.forEach(EverythingClient::close);
        }
    }

    /** The transport has the address of the peer and the local address. */
    public void theTransportHasTheAddresses(Strategies strategy) throws Exception {
        Counting factory = new Counting();
        try (ThriftServer server =
                        strategy.bare().processorFactory(factory).build().start();
                EverythingClient client = ClientKind.FRAMED.open(server.port(), ThriftProtocol.BINARY)) {
            client.calls().ping();
            TTransport transport = factory.transports.peek();
            assertNotNull(transport);
            assertTrue(transport.isOpen());
            SocketAddressProvider addresses = (SocketAddressProvider) transport;
            assertEquals(((InetSocketAddress) addresses.getLocalSocketAddress()).getPort(), server.port());
            assertTrue(((InetSocketAddress) addresses.getRemoteSocketAddress())
                    .getAddress()
                    .isLoopbackAddress());
        }
    }

    public void namedServicesBesideAFactory(Strategies strategy) throws Exception {
        Counting factory = new Counting();
        try (ThriftServer server = strategy.bare()
                        .processorFactory(factory)
                        .service("named", new Everything.Processor<>(new EverythingHandler("named")))
                        .build()
                        .start();
                TTransport transport = new TFramedTransport(ClientKind.socket(server.port()))) {
            transport.open();
            Everything.Client plain = new Everything.Client(ThriftProtocol.BINARY.getProtocol(transport));
            Everything.Client named = new Everything.Client(
                    new TMultiplexedProtocol(ThriftProtocol.BINARY.getProtocol(transport), "named"));
            assertEquals(plain.whoami("a"), "handler 1: a");
            assertEquals(named.whoami("b"), "named: b");
            assertEquals(plain.whoami("c"), "handler 1: c");
        }
    }

    /** If a factory throws, its connection is closed, but the server continues. */
    public void aFactoryThatThrows(Strategies strategy) throws Exception {
        AtomicInteger asked = new AtomicInteger();
        TProcessorFactory factory = new TProcessorFactory(null) {
            @Override
            public TProcessor getProcessor(TTransport transport) {
                if (asked.incrementAndGet() % 2 == 1) {
                    throw new IllegalStateException("made up by a test");
                }
                return new Everything.Processor<>(new EverythingHandler("fine"));
            }
        };
        try (LogCapture log = LogCapture.start();
                ThriftServer server =
                        strategy.bare().processorFactory(factory).build().start()) {
            for (int i = 0; i < 5; i++) {
                try (RawClient rejected = new RawClient(server)) {
                    rejected.assertClosedByServer();
                }
                try (EverythingClient client = ClientKind.FRAMED.open(server.port(), ThriftProtocol.BINARY)) {
                    assertEquals(client.calls().whoami("hello"), "fine: hello");
                }
            }
            assertTrue(log.count("made up by a test") <= 5, log.text());
            Await.that("a rejected connection is kept", () -> server.counters().openConnections() == 0);
            assertTrue(server.shutdown(Duration.ofSeconds(20)), "drained");
        }
    }
}
