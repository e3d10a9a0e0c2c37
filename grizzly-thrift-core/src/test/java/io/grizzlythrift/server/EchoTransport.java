package io.grizzlythrift.server;

import static org.testng.Assert.assertEquals;

import io.grizzlythrift.http.addon.ThriftProtocolFinder;
import io.grizzlythrift.test.UniqueName;
import io.grizzlythrift.test.server.RawClient;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import org.glassfish.grizzly.Buffer;
import org.glassfish.grizzly.IOStrategy;
import org.glassfish.grizzly.filterchain.BaseFilter;
import org.glassfish.grizzly.filterchain.FilterChain;
import org.glassfish.grizzly.filterchain.FilterChainBuilder;
import org.glassfish.grizzly.filterchain.FilterChainContext;
import org.glassfish.grizzly.filterchain.NextAction;
import org.glassfish.grizzly.filterchain.TransportFilter;
import org.glassfish.grizzly.nio.transport.TCPNIOBindingHandler;
import org.glassfish.grizzly.nio.transport.TCPNIOTransport;
import org.glassfish.grizzly.nio.transport.TCPNIOTransportBuilder;
import org.glassfish.grizzly.portunif.PUFilter;
import org.glassfish.grizzly.portunif.ProtocolFinder;
import org.glassfish.grizzly.strategies.SameThreadIOStrategy;
import org.glassfish.grizzly.strategies.WorkerThreadIOStrategy;
import org.testng.annotations.DataProvider;

/** A transport of an application: it echoes bytes on an address of its own. */
public final class EchoTransport implements AutoCloseable {
    private final TCPNIOTransport transport;
    private final InetSocketAddress address;

    /** Who accepts the connections of a listener. */
    public enum Accepting {
        LISTENER,
        CHAIN,
        PORT_UNIFICATION;

        /** Returns where the listener serves, on a port that may be new. */
        public InetSocketAddress address(EchoTransport host, ThriftListener listener) throws IOException {
            return switch (this) {
                case LISTENER -> listener.addresses().get(0);
                case CHAIN -> host.bindChain(listener);
                case PORT_UNIFICATION -> host.bindPorts(listener);
            };
        }
    }

    private static final class EchoFilter extends BaseFilter {
        @Override
        public NextAction handleRead(FilterChainContext context) {
            context.write(context.getMessage());
            return context.getStopAction();
        }
    }

    /** Binds a transport without starting it. */
    public EchoTransport(IOStrategy strategy) throws IOException {
        transport = TCPNIOTransportBuilder.newInstance()
                .setName(UniqueName.of("echo"))
                .setIOStrategy(strategy)
                .setSelectorRunnersCount(2)
                .setProcessor(FilterChainBuilder.stateless()
                        .add(new TransportFilter())
                        .add(new EchoFilter())
                        .build())
                .build();
        address = (InetSocketAddress) transport.bind("127.0.0.1", 0).getLocalAddress();
    }

    /** Returns a transport that runs. */
    public static EchoTransport started(IOStrategy strategy) throws IOException {
        EchoTransport made = new EchoTransport(strategy);
        made.transport.start();
        return made;
    }

    @DataProvider(name = "ioStrategies")
    public static Object[][] ioStrategies() {
        return new Object[][] {{WorkerThreadIOStrategy.getInstance()}, {SameThreadIOStrategy.getInstance()}};
    }

    public TCPNIOTransport transport() {
        return transport;
    }

    /** Binds a free port with a chain of its own. */
    public InetSocketAddress bind(FilterChain chain) throws IOException {
        return (InetSocketAddress) TCPNIOBindingHandler.builder(transport)
                .processor(chain)
                .build()
                .bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))
                .getLocalAddress();
    }

    /** Binds a free port with the filters of a listener. */
    public InetSocketAddress bindChain(ThriftListener listener) throws IOException {
        return bind(FilterChainBuilder.stateless()
                .add(new TransportFilter())
                .addAll(listener.filters())
                .build());
    }

    /** Binds a free port for Thrift and for an echo of bytes that begin with {@code E}. */
    public InetSocketAddress bindPorts(ThriftListener listener) throws IOException {
        PUFilter ports = new PUFilter();
        ports.register(
                new ThriftProtocolFinder(listener),
                ports.getPUFilterChainBuilder().addAll(listener.filters()).build());
        ports.register(
                (known, context) -> context.getMessage() instanceof Buffer bytes && bytes.get(bytes.position()) == 'E'
                        ? ProtocolFinder.Result.FOUND
                        : ProtocolFinder.Result.NOT_FOUND,
                ports.getPUFilterChainBuilder().add(new EchoFilter()).build());
        return bind(FilterChainBuilder.stateless()
                .add(new TransportFilter())
                .add(ports)
                .build());
    }

    /** Connects to the echo. */
    public RawClient connect() throws IOException {
        return new RawClient(address);
    }

    /** Checks that a connection still gets what it sends. */
    public static void assertEchoes(RawClient client) throws IOException {
        byte[] bytes = {1, 2, 3};
        assertEquals(client.send(bytes).readBytes(bytes.length), bytes);
    }

    /** Checks that the echo still accepts connections. */
    public void assertEchoes() throws IOException {
        try (RawClient client = connect()) {
            assertEchoes(client);
        }
    }

    @Override
    public void close() throws IOException {
        transport.shutdownNow();
    }
}
