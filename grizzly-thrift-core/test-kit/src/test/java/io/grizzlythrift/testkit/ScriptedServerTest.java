package io.grizzlythrift.testkit;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertFalse;
import static org.testng.Assert.assertNull;
import static org.testng.Assert.assertSame;
import static org.testng.Assert.assertThrows;
import static org.testng.Assert.assertTrue;
import static org.testng.Assert.expectThrows;

import io.grizzlythrift.frame.Dialect;
import io.grizzlythrift.message.ThriftProtocol;
import io.grizzlythrift.testkit.gen.Article;
import io.grizzlythrift.testkit.gen.Closed;
import io.grizzlythrift.testkit.gen.Shop;
import io.grizzlythrift.testkit.gen.SoldOut;
import io.grizzlythrift.testkit.gen.Stock;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.apache.thrift.TApplicationException;
import org.apache.thrift.protocol.TMultiplexedProtocol;
import org.testng.annotations.AfterMethod;
import org.testng.annotations.BeforeMethod;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

public class ScriptedServerTest {
    private ScriptedServer server;

    @BeforeMethod
    void start() {
        server = ScriptedServer.of(Shop.class);
    }

    @AfterMethod(alwaysRun = true)
    void stop() {
        server.close();
    }

    @DataProvider
    static Object[] clients() {
        return ShopClient.values();
    }

    /** Results, exceptions and oneway calls, in each dialect and protocol. */
    @Test(dataProvider = "clients")
    public void repliesToAnyClient(ShopClient kind) throws Exception {
        Shop.Client client = kind.connect(server);
        server.when("find").thenReply(new Article("pen")).thenThrow(new Closed());
        server.when("buy").thenReply(null).thenThrow(new SoldOut("ink"));
        server.when("rate").thenReply(4);
        server.when("count").thenReplyWith(call -> 7);

        assertEquals(client.find("p"), new Article("pen"));
        assertThrows(Closed.class, () -> client.find("q"));
        client.buy(new Article("pen").setCents(99), (short) 2);
        assertEquals(expectThrows(SoldOut.class, () -> client.buy(new Article("ink"), (short) 1)).item, "ink");
        assertEquals(client.rate(ByteBuffer.wrap(new byte[] {1, 2})), 4.0);
        assertEquals(client.count("pen"), 7L, "a method of the service that it extends");

        Shop.buy_args first = server.awaitCall("buy").arguments(Shop.buy_args.class);
        assertEquals(first.article.getCents(), 99);
        ReceivedCall second = server.awaitCall("buy", 2);
        assertEquals(second.argument("pieces"), (short) 1);
        assertEquals(second.number(), 2);
        assertEquals(second.dialect().name(), kind.name().replaceFirst("_.*", ""));
        assertTrue(second.messageBytes() > 0);
        assertEquals((byte[]) server.awaitCall("rate").argument("picture"), new byte[] {1, 2});
        assertSame(second.connection(), server.awaitCall("buy").connection());
        server.verifyCalls("find", 2);
        assertEquals(server.failures(), List.of());
    }

    @Test
    public void recordsOnewayCalls() throws Exception {
        ShopClient.FRAMED_COMPACT.connect(server).visit("Ann");

        ReceivedCall call = server.awaitCall("visit");
        assertTrue(call.isOneway());
        assertTrue(call.isReplied());
        assertEquals(call.argument("visitor"), "Ann");
        assertEquals(call.protocol(), ThriftProtocol.COMPACT);
        assertThrows(IllegalStateException.class, () -> call.reject(Rejection.OVERLOADED));
    }

    @Test
    public void recordsHeadersOfHttp() throws Exception {
        server.whenAny().thenReply(3);
        ShopClient.HTTP.connect(server).count("pen");

        assertEquals(server.awaitCall("count").header("X-Tenant").orElseThrow(), "blue");
        assertEquals(server.awaitCall("count").dialect(), Dialect.HTTP);
    }

    @Test
    public void choosesTheNewestScriptThatMatches() throws Exception {
        Shop.Client client = ShopClient.FRAMED_BINARY.connect(server);
        server.whenAny().thenReply(1);
        server.when("count").nth(3).thenReply(3);
        server.when("count", call -> "ink".equals(call.argument("item")))
                .thenReply(20)
                .thenReply(21);

        assertEquals(client.count("pen"), 1);
        assertEquals(client.count("ink"), 20);
        assertEquals(client.count("pen"), 3);
        assertEquals(client.count("ink"), 21);
        assertEquals(client.count("ink"), 21, "the last action is repeated");
        assertEquals(client.count("pen"), 1);
    }

    @Test
    public void repliesWhenTheTestCompletesAFuture() throws Exception {
        CompletableFuture<Integer> count = new CompletableFuture<>();
        server.when("count").thenReplyLater(count);
        Shop.Client client = ShopClient.FRAMED_BINARY.connect(server);
        client.send_count("pen");

        assertFalse(server.awaitCall("count").isReplied());
        count.complete(5);
        assertEquals(client.recv_count(), 5);
    }

    @Test
    public void failsWithTheExceptionOfTheFuture() throws Exception {
        server.when("find").thenReplyLater(CompletableFuture.failedFuture(new Closed()));

        assertThrows(
                Closed.class, () -> ShopClient.HEADER_BINARY.connect(server).find("pen"));
    }

    /** Two calls in flight on one connection, whose replies come in the other order, and in one write. */
    @Test
    public void repliesInAnyOrder() throws Exception {
        server.when("count").thenHold();
        Shop.Client client = ShopClient.FRAMED_BINARY.connect(server);
        client.send_count("pen");
        client.send_count("ink");

        ReceivedCall pen = server.awaitCall("count", 1);
        ReceivedCall ink = server.awaitCall("count", 2);
        pen.connection().send(ink.encodeReply(2), pen.encodeReply(1));
        assertEquals(client.getInputProtocol().readMessageBegin().seqid, ink.sequenceId());
        Stock.count_result result = new Stock.count_result();
        result.read(client.getInputProtocol());
        assertEquals(result.success, 2);
        assertEquals(client.getInputProtocol().readMessageBegin().seqid, pen.sequenceId());
    }

    @DataProvider
    static Object[] rejections() {
        return Rejection.values();
    }

    @Test(dataProvider = "rejections")
    public void rejects(Rejection reason) throws Exception {
        server.when("count").thenReject(reason);

        TApplicationException rejected = expectThrows(
                TApplicationException.class,
                () -> ShopClient.UNFRAMED_COMPACT.connect(server).count("pen"));
        assertEquals(rejected.getType(), TApplicationException.INTERNAL_ERROR);
        assertTrue(rejected.getMessage().startsWith("rejected: "), rejected.getMessage());
    }

    @Test
    public void namesCallsWithoutAScript() throws Exception {
        Shop.Client client = ShopClient.FRAMED_BINARY.connect(server);

        assertEquals(
                expectThrows(TApplicationException.class, () -> client.count("pen"))
                        .getMessage(),
                "the scripted server has no script for count(item:pen) in FRAMED BINARY on connection 1");
        server.close();
        server = ScriptedServer.of(Stock.class);
        TApplicationException unknown = expectThrows(
                TApplicationException.class,
                () -> ShopClient.FRAMED_BINARY.connect(server).find("pen"));
        assertEquals(unknown.getType(), TApplicationException.UNKNOWN_METHOD);
        assertEquals(unknown.getMessage(), "the scripted server has no method find, only {Stock=[count]}");
        assertEquals(server.calls().get(0).method(), "find");
        assertThrows(IllegalStateException.class, () -> server.calls().get(0).arguments());
    }

    @Test
    public void servesMultiplexedServices() throws Exception {
        server.close();
        server = ScriptedServer.builder()
                .service(Shop.class)
                .service("depot", Stock.class)
                .start();
        server.when("depot:count").thenReply(100);
        server.when("Shop:count").thenReply(1);
        Shop.Client client = ShopClient.FRAMED_BINARY.connect(server);
        Stock.Client depot = new Stock.Client(
                client.getInputProtocol(), new TMultiplexedProtocol(client.getOutputProtocol(), "depot"));

        assertEquals(depot.count("pen"), 100);
        assertEquals(server.awaitCall("count").service().orElseThrow(), "depot");
        assertEquals(server.calls("Shop:count"), List.of());
        server.verifyCalls("depot:count", 1);
    }

    @Test
    public void refusesScriptsThatCannotWork() {
        assertMessage(
                () -> server.when("sell"),
                "no service of this server has the method 'sell', only {Shop=[buy, count, find, rate, visit]}");
        assertMessage(
                () -> server.when("find").thenReply(3),
                "find returns io.grizzlythrift.testkit.gen.Article, not 3 of java.lang.Integer");
        assertMessage(() -> server.when("buy").thenReply(3), "buy returns nothing, not 3 of java.lang.Integer");
        assertMessage(() -> server.when("visit").thenReply(null), "visit is oneway, so a call of it has no reply");
        assertMessage(
                () -> server.when("find").thenThrow(new SoldOut()),
                "find does not declare io.grizzlythrift.testkit.gen.SoldOut, must be a TApplicationException or one of"
                        + " [io.grizzlythrift.testkit.gen.Closed]");
        assertMessage(
                () -> ScriptedServer.of(Article.class),
                "io.grizzlythrift.testkit.gen.Article is not the generated class of a service: it has no Iface");
        assertMessage(() -> ScriptedServer.of(Shop.class, Shop.Iface.class), "service name 'Shop' is already used");
        assertMessage(() -> server.when("count").nth(0), "number is 0, must be at least 1");
        assertMessage(() -> ScriptedServer.builder().port(-1), "port is -1, must be between 0 and 65535");
        assertMessage(
                () -> ScriptedServer.builder().awaitTimeout(Duration.ZERO),
                "awaitTimeout is PT0S, must be between PT0.001S and PT1H");
        assertMessage(
                () -> ScriptedServer.builder().maxMessageBytes(1),
                "maxMessageBytes is 1, must be between 64 and 1073741824");
    }

    private static void assertMessage(org.testng.Assert.ThrowingRunnable code, String message) {
        assertEquals(expectThrows(IllegalArgumentException.class, code).getMessage(), message);
    }

    /** The message of a failed wait lists what has arrived instead. */
    @Test
    public void saysWhatHasArrivedInstead() throws Exception {
        server.close();
        server = ScriptedServer.builder()
                .service(Shop.class)
                .awaitTimeout(Duration.ofMillis(1))
                .start();
        server.when("count").thenReply(1);
        ShopClient.FRAMED_BINARY.connect(server).count("pen");

        String expected = "1 call has arrived; 1 connections were accepted, 1 are open\n"
                + "  1. count(item:pen) in FRAMED BINARY on connection 1";
        assertEquals(
                expectThrows(AssertionError.class, () -> server.awaitCall("buy"))
                        .getMessage(),
                "call 1 of buy has not arrived within 1 ms: " + expected);
        assertEquals(
                expectThrows(AssertionError.class, () -> server.verifyCalls("count", 2))
                        .getMessage(),
                "count was called 1 times, not 2: " + expected);
        assertThrows(IllegalArgumentException.class, () -> server.awaitCall("sell"));
    }

    @Test
    public void takesCallsInTheirOrder() throws Exception {
        CompletableFuture<ReceivedCall> second = server.futureCall("count", 2);
        server.whenAny().thenReply(1);
        Shop.Client client = ShopClient.FRAMED_BINARY.connect(server);
        client.count("pen");
        assertFalse(second.isDone());
        client.count("ink");

        assertEquals(server.untakenCalls(), 2);
        assertEquals(server.takeCall().argument("item"), "pen");
        assertSame(server.takeCall(), second.get(20, TimeUnit.SECONDS));
        assertEquals(server.untakenCalls(), 0);
    }

    @Test
    public void forgetsScriptsAndCallsWhenCleared() throws Exception {
        server.when("count").thenReply(1);
        Shop.Client client = ShopClient.FRAMED_BINARY.connect(server);
        client.count("pen");

        server.clear();
        assertEquals(server.calls(), List.of());
        assertThrows(TApplicationException.class, () -> client.count("ink"));
        assertEquals(server.awaitCall("count").argument("item"), "ink");
        assertEquals(server.awaitCall("count").number(), 1);
    }

    @Test
    public void reportsScriptsThatFail() throws Exception {
        server.when("count").then(call -> {
            throw new IllegalStateException("broken");
        });
        server.when("find", call -> call.argument("nmae").equals("pen")).thenReply(null);
        Shop.Client client = ShopClient.FRAMED_BINARY.connect(server);

        assertEquals(
                expectThrows(TApplicationException.class, () -> client.count("pen"))
                        .getMessage(),
                "the script of count failed: java.lang.IllegalStateException: broken");
        assertTrue(expectThrows(TApplicationException.class, () -> client.find("pen"))
                .getMessage()
                .endsWith("find has no argument 'nmae', only [name]"));
        assertEquals(server.failures().size(), 2);
    }

    @Test
    public void argumentsThatWereNotSentAreNull() throws Exception {
        server.whenAny().thenReply(1);
        ShopClient.FRAMED_BINARY.connect(server).count(null);

        assertNull(server.awaitCall("count").argument("item"));
    }

    @Test
    public void repliesOnce() throws Exception {
        server.when("count").thenReply(1);
        ShopClient.FRAMED_BINARY.connect(server).count("pen");

        assertTrue(server.awaitCall("count").isReplied());
        assertThrows(
                IllegalStateException.class, () -> server.awaitCall("count").reply(2));
    }
}
