package io.grizzlythrift.testkit;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertFalse;
import static org.testng.Assert.assertThrows;
import static org.testng.Assert.assertTrue;
import static org.testng.Assert.expectThrows;

import io.grizzlythrift.internal.call.CloseNotice;
import io.grizzlythrift.testkit.gen.Shop;
import io.grizzlythrift.testkit.gen.Stock;
import java.io.IOException;
import java.net.ConnectException;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.apache.thrift.TApplicationException;
import org.apache.thrift.TException;
import org.apache.thrift.protocol.TMessage;
import org.apache.thrift.protocol.TMessageType;
import org.apache.thrift.protocol.TProtocol;
import org.apache.thrift.transport.TTransportException;
import org.testng.annotations.AfterMethod;
import org.testng.annotations.BeforeMethod;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/** What else than replies a scripted server sends, or does to its connections. */
public class ScriptedFaultsTest {
    private ScriptedServer server;

    @BeforeMethod
    void start() {
        server = ScriptedServer.of(Shop.class);
    }

    @AfterMethod(alwaysRun = true)
    void stop() {
        server.close();
    }

    private static void await(CompletableFuture<?> future) throws Exception {
        future.get(20, TimeUnit.SECONDS);
    }

    @Test
    public void closes() throws Exception {
        server.when("count").thenClose();
        TTransportException end = expectThrows(
                TTransportException.class,
                () -> ShopClient.FRAMED_BINARY.connect(server).count("pen"));

        assertEquals(end.getType(), TTransportException.END_OF_FILE);
        await(server.awaitCall("count").connection().closed());
    }

    @Test
    public void resets() throws Exception {
        server.when("count").thenReset();
        TTransportException reset = expectThrows(
                TTransportException.class,
                () -> ShopClient.FRAMED_BINARY.connect(server).count("pen"));

        assertTrue(reset.getCause() instanceof SocketException, String.valueOf(reset.getCause()));
    }

    @Test
    public void readsOnAfterItHasClosedOneDirection() throws Exception {
        server.when("count").thenHalfClose();
        Shop.Client client = ShopClient.FRAMED_BINARY.connect(server);
        assertThrows(TTransportException.class, () -> client.count("pen"));
        client.visit("Ann");

        assertEquals(server.awaitCall("visit").argument("visitor"), "Ann");
        client.getInputProtocol().getTransport().close();
        await(server.awaitCall("visit").connection().closed());
    }

    @Test
    public void resetsConnectionsWhenTheyOpen() throws Exception {
        server.onConnect(ScriptedConnection::reset);
        assertThrows(TException.class, () -> {
            Shop.Client client = ShopClient.FRAMED_BINARY.connect(server);
            client.count("pen");
        });
        assertEquals(server.totalConnections(), 1);
    }

    @DataProvider
    static Object[] garbage() {
        return Garbage.values();
    }

    /** No kind of garbage is taken for a reply. */
    @Test(dataProvider = "garbage")
    public void sendsGarbage(Garbage kind) throws Exception {
        server.when("count").then(call -> {
            call.sendGarbage(kind);
            call.connection().halfClose();
        });
        TException thrown = expectThrows(
                TException.class, () -> ShopClient.FRAMED_BINARY.connect(server).count("pen"));
        assertEquals(thrown instanceof TApplicationException, kind == Garbage.WRONG_SEQUENCE_ID, thrown.toString());
    }

    @Test
    public void garbageIsOfTheProtocolOfTheCall() throws Exception {
        server.when("count").thenSendGarbage(Garbage.UNREADABLE_RESULT);

        TTransportException thrown = expectThrows(
                TTransportException.class,
                () -> ShopClient.HEADER_COMPACT_ZLIB.connect(server).count("pen"));
        assertEquals(thrown.getType(), TTransportException.MESSAGE_SIZE_LIMIT, "more elements than bytes are left");
    }

    @Test
    public void recordsInputThatIsNoMessage() throws Exception {
        try (Socket socket = new Socket(server.address().getAddress(), server.port())) {
            socket.getOutputStream().write("garbage!".getBytes(StandardCharsets.US_ASCII));
            assertTrue(isEnd(socket));
        }
        assertEquals(server.failures().size(), 1);
        assertEquals(server.failures().get(0).getMessage(), "bytes that begin with 0x67617262 are not a message");
    }

    /** The server closes with unread bytes, which resets the connection. */
    private static boolean isEnd(Socket socket) {
        try {
            return socket.getInputStream().read() < 0;
        } catch (IOException reset) {
            return true;
        }
    }

    @Test
    public void drainsClientsThatDoNotUnderstandANotice() throws Exception {
        server.when("count").thenReply(1);
        Shop.Client client = ShopClient.FRAMED_BINARY.connect(server);
        client.count("pen");
        server.drain();

        assertEquals(
                expectThrows(TApplicationException.class, () -> client.count("pen"))
                        .getMessage(),
                "rejected: the server is shutting down");
        assertTrue(
                expectThrows(TTransportException.class, () -> ShopClient.FRAMED_BINARY.connect(server))
                                .getCause()
                        instanceof ConnectException);
    }

    @Test
    public void asksClientsThatUnderstandItToClose() throws Exception {
        server.when("count").thenReply(1);
        TProtocol protocol = ShopClient.FRAMED_COMPACT.connect(server).getOutputProtocol();
        callWithId(protocol, CloseNotice.CLIENT_ID);
        assertEquals(protocol.readMessageBegin().seqid, CloseNotice.CLIENT_ID);
        new Stock.count_result().read(protocol);

        assertTrue(server.awaitCall("count").connection().requestClose());
        assertTrue(CloseNotice.is(protocol.readMessageBegin()));
        TApplicationException.readFrom(protocol);
        server.drain();
        callWithId(protocol, 1);
        assertTrue(CloseNotice.is(protocol.readMessageBegin()), "the drain asks, too");
        TApplicationException.readFrom(protocol);
        assertEquals(protocol.readMessageBegin().type, TMessageType.REPLY, "calls that arrive meanwhile run");
    }

    private static void callWithId(TProtocol protocol, int sequenceId) throws TException {
        protocol.writeMessageBegin(new TMessage("count", TMessageType.CALL, sequenceId));
        new Stock.count_args("pen").write(protocol);
        protocol.writeMessageEnd();
        protocol.getTransport().flush();
    }

    @Test
    public void othersAreNotAsked() throws Exception {
        server.when("count").thenReply(1);
        ShopClient.FRAMED_BINARY.connect(server).count("pen");

        assertFalse(server.awaitCall("count").connection().requestClose());
    }

    @Test
    public void closesAllConnections() throws Exception {
        server.when("count").thenHold();
        Shop.Client client = ShopClient.FRAMED_BINARY.connect(server);
        client.send_count("pen");
        ReceivedCall call = server.awaitCall("count");
        server.close();

        await(call.connection().closed());
        assertThrows(TTransportException.class, client::recv_count);
        call.reply(1); // the client has gone
        assertFalse(call.connection().isOpen());
    }
}
