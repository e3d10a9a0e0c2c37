package io.grizzlythrift.internal.frame;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertNotEquals;
import static org.testng.Assert.assertNotNull;
import static org.testng.Assert.assertNull;

import io.grizzlythrift.frame.Dialect;
import io.grizzlythrift.internal.memory.MemoryBudget;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.EnumSet;
import org.glassfish.grizzly.Buffer;
import org.glassfish.grizzly.Connection;
import org.glassfish.grizzly.filterchain.FilterChainContext;
import org.glassfish.grizzly.memory.Buffers;
import org.glassfish.grizzly.memory.MemoryManager;
import org.glassfish.grizzly.nio.transport.TCPNIOConnection;
import org.glassfish.grizzly.nio.transport.TCPNIOTransport;
import org.glassfish.grizzly.nio.transport.TCPNIOTransportBuilder;
import org.testng.annotations.AfterMethod;
import org.testng.annotations.BeforeMethod;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/** Tests what a filter keeps of a connection that is closed; the connections have no peer. */
public final class FrameFilterTest {
    private static final int FRAME_BYTES = 1_000;

    private final TCPNIOTransport transport =
            TCPNIOTransportBuilder.newInstance().build();
    private final MemoryBudget memory = new MemoryBudget(1 << 20);
    private final FrameFilter filter = new FrameFilter(FRAME_BYTES, memory, Dialect.supported(), System::nanoTime);
    private SocketChannel channel;
    private Connection<?> connection;

    @BeforeMethod
    void open() throws IOException {
        channel = SocketChannel.open();
        connection = new TCPNIOConnection(transport, channel);
    }

    @AfterMethod(alwaysRun = true)
    void close() throws IOException {
        channel.close();
    }

    @DataProvider
    static Object[][] beginnings() {
        return new Object[][] {
            {"framed", bytes(0, 0, 1, 0, 0x80, 1, 0, 1)},
            {"header", bytes(0, 0, 1, 0, 0x0f, 0xff, 0, 0)},
            {"unframed binary", bytes(0x80, 1, 0, 1, 0, 0, 0, 4)},
            {"unframed compact", bytes(0x82, 0x21, 1, 4, 'e', 'c')},
        };
    }

    @Test(dataProvider = "beginnings")
    public void aClosedConnectionHasNoPartialMessage(String dialect, byte[] beginning) throws IOException {
        assertNull(filter.read(connection, buffer(beginning), false));
        assertNotEquals(filter.incompleteFrame(connection), 0);

        filter.handleClose(FilterChainContext.create(connection));

        assertEquals(filter.incompleteFrame(connection), 0, "the number of the partial message");
        assertEquals(memory.usedBytes(), 0);
    }

    @Test(dataProvider = "beginnings")
    public void aConnectionThatClosesBeforeItsFirstReadUsesNoMemory(String dialect, byte[] beginning)
            throws IOException {
        channel.close();

        assertNull(filter.read(connection, buffer(beginning), false));

        assertEquals(memory.usedBytes(), 0);
    }

    /** Otherwise, a peer could hide a call in a value, and close or be closed in the middle of it. */
    @Test
    public void theRestOfAMessageIsNoMessageOfItsOwn() throws IOException {
        byte[] hidden = bytes(0, 0, 0, 8, 0x80, 1, 0, 1, 0, 0, 0, 0);
        assertNotNull(filter.read(connection, buffer(hidden), false));
        assertNull(filter.read(connection, buffer(bytes(0, 0, 0, 100, 0x80, 1, 0, 1)), false));

        filter.handleClose(FilterChainContext.create(connection));

        assertNull(filter.read(connection, buffer(hidden), false));
    }

    @Test
    public void anHttpRequestOfAClosedConnectionIsForgotten() throws IOException {
        FrameFilter http = new FrameFilter(FRAME_BYTES, memory, EnumSet.allOf(Dialect.class), System::nanoTime);
        http.read(connection, buffer("POST /thrift HTT".getBytes(StandardCharsets.US_ASCII)), false);
        assertNotEquals(http.incompleteFrame(connection), 0);

        http.handleClose(FilterChainContext.create(connection));

        assertEquals(http.incompleteFrame(connection), 0);
        assertEquals(memory.usedBytes(), 0);
    }

    private static Buffer buffer(byte[] bytes) {
        return Buffers.wrap(MemoryManager.DEFAULT_MEMORY_MANAGER, ByteBuffer.wrap(bytes.clone()));
    }

    private static byte[] bytes(int... values) {
        byte[] bytes = new byte[values.length];
        for (int i = 0; i < values.length; i++) {
            bytes[i] = (byte) values[i];
        }
        return bytes;
    }
}
