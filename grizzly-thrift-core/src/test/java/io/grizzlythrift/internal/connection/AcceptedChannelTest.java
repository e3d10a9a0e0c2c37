package io.grizzlythrift.internal.connection;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertFalse;
import static org.testng.Assert.assertNotSame;
import static org.testng.Assert.assertSame;
import static org.testng.Assert.assertTrue;

import io.grizzlythrift.test.Await;
import java.io.EOFException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.StandardSocketOptions;
import java.nio.channels.SocketChannel;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.glassfish.grizzly.Buffer;
import org.glassfish.grizzly.CloseType;
import org.glassfish.grizzly.filterchain.BaseFilter;
import org.glassfish.grizzly.filterchain.FilterChain;
import org.glassfish.grizzly.filterchain.FilterChainBuilder;
import org.glassfish.grizzly.filterchain.FilterChainContext;
import org.glassfish.grizzly.filterchain.NextAction;
import org.glassfish.grizzly.nio.NIOConnection;
import org.glassfish.grizzly.nio.transport.TCPNIOBindingHandler;
import org.glassfish.grizzly.nio.transport.TCPNIOServerConnection;
import org.glassfish.grizzly.nio.transport.TCPNIOTransport;
import org.glassfish.grizzly.nio.transport.TCPNIOTransportBuilder;
import org.testng.annotations.AfterMethod;
import org.testng.annotations.BeforeMethod;
import org.testng.annotations.Test;

/** Tests what the transport of a server has in place of Grizzly's own parts, with real sockets. */
@Test(timeOut = 60_000)
public class AcceptedChannelTest {
    private static final int LONG = 200_000;

    private final List<NIOConnection> accepted = new CopyOnWriteArrayList<>();
    private final List<String> received = new CopyOnWriteArrayList<>();
    private TCPNIOTransport transport;
    private Recorder recorder;
    private FilterChain chain;
    private TCPNIOServerConnection listening;

    /** Records what arrives, and has later connections share the state of the first. */
    private final class Recorder extends BaseFilter {
        private final SharedFilterState state;

        Recorder(SharedFilterState state) {
            this.state = state;
        }

        @Override
        public NextAction handleAccept(FilterChainContext context) {
            state.learn(context);
            accepted.add((NIOConnection) context.getConnection());
            return context.getStopAction();
        }

        @Override
        public NextAction handleRead(FilterChainContext context) {
            Buffer read = context.getMessage();
            received.add(read.toStringContent());
            assertTrue(read.tryDispose());
            return context.getStopAction();
        }
    }

    @BeforeMethod
    void start() throws Exception {
        accepted.clear();
        received.clear();
        SharedFilterState state = new SharedFilterState();
        recorder = new Recorder(state);
        chain = FilterChainBuilder.stateless()
                .add(new ChannelReadFilter())
                .add(recorder)
                .build();
        state.shareStateOf(chain);
        transport = TCPNIOTransportBuilder.newInstance().setProcessor(chain).build();
        transport.setChannelConfigurator(new AcceptedChannelConfigurator());
        listening = transport.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
        listening.getMonitoringConfig().addProbes(state);
        transport.start();
    }

    @AfterMethod(alwaysRun = true)
    void stop() throws Exception {
        transport.shutdownNow();
    }

    private Socket connect() throws Exception {
        return connect(listening);
    }

    private Socket connect(TCPNIOServerConnection to) throws Exception {
        int before = accepted.size();
        Socket socket =
                new Socket(InetAddress.getLoopbackAddress(), ((InetSocketAddress) to.getLocalAddress()).getPort());
        Await.that("not accepted", () -> accepted.size() > before);
        return socket;
    }

    private static void send(Socket socket, String text) throws Exception {
        socket.getOutputStream().write(text.getBytes(US_ASCII));
    }

    private void awaitReceived(String text) {
        Await.that("not received", () -> String.join("", received).length() >= text.length());
        assertEquals(String.join("", received), text);
    }

    public void optionsAreThoseOfTheTransport() throws Exception {
        try (Socket on = connect()) {
            assertOptions((SocketChannel) accepted.get(0).getChannel(), true);
            transport.setTcpNoDelay(false);
            transport.setKeepAlive(false);
            try (Socket off = connect()) {
                assertOptions((SocketChannel) accepted.get(1).getChannel(), false);
                assertTrue(on.isConnected() && off.isConnected());
            }
        }
    }

    private static void assertOptions(SocketChannel channel, boolean on) throws Exception {
        assertFalse(channel.isBlocking());
        assertEquals(channel.getOption(StandardSocketOptions.TCP_NODELAY), Boolean.valueOf(on));
        assertEquals(channel.getOption(StandardSocketOptions.SO_KEEPALIVE), Boolean.valueOf(on));
    }

    public void everyByteIsReadOnce() throws Exception {
        try (Socket socket = connect()) {
            send(socket, "first");
            awaitReceived("first");
            String longer = "0123456789".repeat(LONG / 10);
            send(socket, longer);
            awaitReceived("first" + longer);
        }
    }

    public void theEndOfTheStreamClosesAsGrizzlyDoes() throws Exception {
        try (Socket socket = connect()) {
            send(socket, "last");
        }
        assertClosedByPeer("last");
    }

    public void aResetClosesAsGrizzlyDoes() throws Exception {
        try (Socket socket = connect()) {
            socket.setSoLinger(true, 0);
        }
        assertClosedByPeer("");
    }

    private void assertClosedByPeer(String text) {
        NIOConnection connection = accepted.get(0);
        Await.that("open", () -> !connection.isOpen());
        awaitReceived(text);
        assertSame(connection.getCloseReason().getType(), CloseType.REMOTELY);
        assertSame(connection.getCloseReason().getCause().getClass(), EOFException.class);
    }

    /** Log lines and handlers may ask for it then, for the first time. */
    public void theAddressOfThePeerIsKnownAfterTheEnd() throws Exception {
        Object address;
        try (Socket socket = connect()) {
            address = socket.getLocalSocketAddress();
        }
        Await.that("open", () -> !accepted.get(0).getChannel().isOpen());
        assertEquals(accepted.get(0).getPeerAddress(), address);
    }

    public void connectionsShareTheStateOfTheFirst() throws Exception {
        try (Socket first = connect();
                Socket second = connect();
                Socket third = connect()) {
            Object shared = stateOf(accepted.get(0), chain);
            assertSame(stateOf(accepted.get(1), chain), shared);
            assertSame(stateOf(accepted.get(2), chain), shared);
            FilterChain other = FilterChainBuilder.stateless().build();
            assertNotSame(accepted.get(0).obtainProcessorState(other, Object::new), shared);
            send(first, "a");
            awaitReceived("a");
            send(second, "b");
            awaitReceived("ab");
            send(third, "c");
            awaitReceived("abc");
        }
    }

    /** Filters of an application, which may return remainders, are in a chain with the same filter. */
    public void theStateOfAnotherChainIsNotShared() throws Exception {
        FilterChain other = FilterChainBuilder.stateless()
                .add(new ChannelReadFilter())
                .add(new BaseFilter())
                .add(recorder)
                .build();
        TCPNIOServerConnection bound = TCPNIOBindingHandler.builder(transport)
                .processor(other)
                .build()
                .bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
        try (Socket first = connect(bound);
                Socket second = connect();
                Socket third = connect()) {
            Object unshared = stateOf(accepted.get(0), other);
            assertNotSame(accepted.get(1).obtainProcessorState(other, Object::new), unshared);
            assertNotSame(accepted.get(2).obtainProcessorState(other, Object::new), unshared);
            assertSame(stateOf(accepted.get(2), chain), stateOf(accepted.get(1), chain));
            send(first, "a");
            awaitReceived("a");
            send(second, "b");
            awaitReceived("ab");
            send(third, "c");
            awaitReceived("abc");
        }
    }

    private static Object stateOf(NIOConnection connection, FilterChain chain) {
        return connection.obtainProcessorState(chain, () -> {
            throw new AssertionError("no state");
        });
    }
}
