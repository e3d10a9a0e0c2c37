package io.grizzlythrift.http.addon;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertTrue;

import io.grizzlythrift.limits.LimitType;
import io.grizzlythrift.limits.ServerLimits;
import io.grizzlythrift.memory.MemoryPart;
import io.grizzlythrift.message.ThriftProtocol;
import io.grizzlythrift.metrics.ServerCounters;
import io.grizzlythrift.server.EchoTransport;
import io.grizzlythrift.server.MovedClock;
import io.grizzlythrift.server.ThriftListener;
import io.grizzlythrift.server.ThriftListenerBuilder;
import io.grizzlythrift.test.Await;
import io.grizzlythrift.test.UniqueName;
import io.grizzlythrift.test.sasl.RawSasl;
import io.grizzlythrift.test.sasl.SaslClients;
import io.grizzlythrift.test.server.HeldProcessor;
import io.grizzlythrift.test.server.RawClient;
import io.grizzlythrift.test.server.Reply;
import io.grizzlythrift.test.server.Strategies;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.apache.thrift.TException;
import org.glassfish.grizzly.IOStrategy;
import org.glassfish.grizzly.memory.Buffers;
import org.glassfish.grizzly.memory.MemoryManager;
import org.glassfish.grizzly.portunif.ProtocolFinder.Result;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/** Tests which bytes are Thrift, and Thrift on a port with another protocol. */
@Test(timeOut = 60_000)
public final class ThriftProtocolFinderTest {
    private static final ThriftProtocol PROTOCOL = ThriftProtocol.BINARY;
    private static final int MAX_FRAME_BYTES = 1 << 20;

    private static byte[] bytes(int... values) {
        byte[] bytes = new byte[values.length];
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = (byte) values[i];
        }
        return bytes;
    }

    @DataProvider
    static Object[][] beginnings() throws TException {
        byte[] binary = HeldProcessor.call(ThriftProtocol.BINARY, "fast", 1);
        byte[] compact = HeldProcessor.call(ThriftProtocol.COMPACT, "longerThanAHeader", 1);
        return new Object[][] {
            {"framed", RawClient.framed(binary), 6, Result.FOUND},
            {"framed compact", RawClient.framed(compact), 6, Result.FOUND},
            {"unframed", binary, 4, Result.FOUND},
            {"unframed compact", compact, 4, Result.FOUND},
            {"header", bytes(0, 0, 0, 40, 0x0f, 0xff, 0, 0), 6, Result.FOUND},
            {"a short frame", bytes(0, 0, 0, 5, 1, 2, 3, 4, 5), 4, Result.FOUND},
            {"the longest frame", bytes(0, 16, 0, 0, 1, 2), 6, Result.FOUND},
            {"a longer frame", bytes(0, 16, 0, 1, 1, 2), 4, Result.NOT_FOUND},
            {"an empty frame", new byte[8], 4, Result.NOT_FOUND},
            {"a negative length", bytes(255, 255, 255, 255, 1, 2), 4, Result.NOT_FOUND},
            {"GET", "GET / HTTP/1.1\r\n".getBytes(US_ASCII), 4, Result.NOT_FOUND},
            {"POST", "POST /a HTTP/1.1\r\n".getBytes(US_ASCII), 4, Result.NOT_FOUND},
            {"HTTP/2", "PRI * HTTP/2.0\r\n".getBytes(US_ASCII), 4, Result.NOT_FOUND},
            {"TLS", bytes(22, 3, 1, 2, 0, 1, 0, 1), 4, Result.NOT_FOUND},
            {"TTHeader", bytes(0, 0, 0, 40, 0x10, 0, 0, 0), 6, Result.FOUND}, // the frame filter names it in the log
        };
    }

    /** Fewer bytes than are needed tell nothing. */
    @Test(dataProvider = "beginnings")
    public void tellsByTheFirstBytes(String what, byte[] first, int needed, Result expected) {
        for (int count = 0; count <= first.length; count++) {
            byte[] received = Arrays.copyOf(first, count);
            Result found = ThriftProtocolFinder.find(
                    Buffers.wrap(MemoryManager.DEFAULT_MEMORY_MANAGER, received), MAX_FRAME_BYTES);
            assertEquals(found, count < needed ? Result.NEED_MORE_DATA : expected, what + ", " + count + " bytes");
        }
    }

    /** A frame of that length would be accepted. */
    public void tlsIsNoFrame() {
        byte[] hello = bytes(22, 3, 1, 2, 0, 1, 0, 1);
        assertEquals(
                ThriftProtocolFinder.find(Buffers.wrap(MemoryManager.DEFAULT_MEMORY_MANAGER, hello), 1 << 30),
                Result.NOT_FOUND);
    }

    private static ThriftListenerBuilder builder(EchoTransport host, HeldProcessor processor, ServerLimits limits) {
        return ThriftListener.builder(host.transport())
                .name(UniqueName.of("ports"))
                .processor(processor)
                .limits(limits);
    }

    /** A listener with SASL gets its connections, too: in a chain of the application, and on a shared port, byte by byte. */
    @Test(dataProvider = "ioStrategies", dataProviderClass = EchoTransport.class)
    public void saslOnASharedPort(IOStrategy io) throws Exception {
        try (EchoTransport host = EchoTransport.started(io);
                ThriftListener listener = ThriftListener.builder(host.transport())
                        .name(UniqueName.of("ports"))
                        .processor(new HeldProcessor())
                        .limits(Strategies.patient().build())
                        .sasl(SaslClients.config().required(true).build())
                        .build()
                        .start()) {
            InetSocketAddress shared = host.bindPorts(listener);
            for (InetSocketAddress address : new InetSocketAddress[] {shared, host.bindChain(listener)}) {
                try (RawSasl client = new RawSasl(address)) {
                    client.sendSingly(RawSasl.plainNegotiation(SaslClients.PASSWORD));
                    assertEquals(client.read().status(), RawSasl.COMPLETE);
                    client.send(RawClient.framed(HeldProcessor.call(PROTOCOL, "fast", 3)));
                    assertEquals(new Reply(PROTOCOL, client.client().readFrame()).sequenceId(), 3);
                }
            }
            try (RawClient echo = new RawClient(shared);
                    RawClient framed = new RawClient(shared)) {
                assertEchoes(echo);
                framed.sendFrames(HeldProcessor.call(PROTOCOL, "fast", 1));
                framed.assertClosedByServer();
            }
            assertEquals(listener.counters().completedNegotiations(), 2);
            assertEquals(listener.counters().reached(LimitType.SASL_REQUIRED), 1);
        }
    }

    private static void assertServes(RawClient client) throws Exception {
        client.sendFrames(HeldProcessor.call(PROTOCOL, "fast", 1), HeldProcessor.call(PROTOCOL, "fast", 2));
        assertEquals(client.readReply(PROTOCOL).sequenceId(), 1);
        assertEquals(client.readReply(PROTOCOL).sequenceId(), 2);
    }

    private static void assertEchoes(RawClient client) throws Exception {
        byte[] bytes = "E123".getBytes(US_ASCII);
        assertEquals(client.send(bytes).readBytes(bytes.length), bytes);
    }

    @Test(dataProvider = "ioStrategies", dataProviderClass = EchoTransport.class)
    public void twoProtocolsOnOnePort(IOStrategy io) throws Exception {
        HeldProcessor processor = new HeldProcessor();
        try (EchoTransport host = EchoTransport.started(io);
                ThriftListener listener = builder(
                                host, processor, Strategies.patient().build())
                        .build()
                        .start()) {
            InetSocketAddress address = host.bindPorts(listener);
            try (RawClient thrift = new RawClient(address);
                    RawClient slow = new RawClient(address);
                    RawClient echo = new RawClient(address)) {
                assertEchoes(echo);
                for (byte one : RawClient.framed(HeldProcessor.call(PROTOCOL, "fast", 9))) {
                    slow.send(new byte[] {one});
                }
                assertEquals(slow.readReply(PROTOCOL).sequenceId(), 9);
                for (int i = 0; i < 50; i++) {
                    assertServes(thrift);
                }
                assertEchoes(echo);
                try (RawClient closing = new RawClient(address)) {
                    assertServes(closing);
                    assertEquals(listener.counters().openConnections(), 3);
                }
                Await.that("a close passes by", () -> listener.counters().openConnections() == 2);
                try (RawClient garbage = new RawClient(address)) {
                    garbage.send(bytes(255, 255, 255, 255)).readUntilClosedByServer();
                }
                thrift.sendFrames(HeldProcessor.call(PROTOCOL, "hold", 3));
                processor.awaitStart(3);
                CompletableFuture<Boolean> stopped =
                        CompletableFuture.supplyAsync(() -> listener.shutdown(Duration.ofSeconds(30)));
                Await.that("the drain does not begin", () -> !listener.isReady());
                slow.assertClosedByServer();
                processor.release(3);
                assertEquals(thrift.readReply(PROTOCOL).sequenceId(), 3);
                thrift.assertClosedByServer();
                assertTrue(stopped.get(20, TimeUnit.SECONDS), "drained");
                assertEchoes(echo);
                try (RawClient late = new RawClient(address);
                        RawClient lateEcho = new RawClient(address)) {
                    late.sendFrames(HeldProcessor.call(PROTOCOL, "fast", 4)).readUntilClosedByServer();
                    assertEchoes(lateEcho);
                }
            }
        }
    }

    @Test(dataProvider = "ioStrategies", dataProviderClass = EchoTransport.class)
    public void limitsOfAListenerOnASharedPort(IOStrategy io) throws Exception {
        ServerLimits limits = Strategies.patient().maxConnections(1).build();
        MovedClock clock = new MovedClock();
        try (EchoTransport host = EchoTransport.started(io);
                ThriftListener listener = clock.of(builder(host, new HeldProcessor(), limits))
                        .build()
                        .start()) {
            InetSocketAddress address = host.bindPorts(listener);
            try (RawClient thrift = new RawClient(address);
                    RawClient over = new RawClient(address);
                    RawClient echo = new RawClient(address)) {
                assertServes(thrift);
                over.sendFrames(HeldProcessor.call(PROTOCOL, "fast", 1)).readUntilClosedByServer();
                assertEquals(listener.counters().reached(LimitType.MAX_CONNECTIONS), 1);
                assertEchoes(echo);
            }
            Await.that("a connection is open", () -> listener.counters().openConnections() == 0);
            try (RawClient halfFrame = withHalfFrame(address, listener.counters())) {
                clock.moveUntil(
                        "no half frame has timed out", () -> listener.counters().reached(LimitType.FRAME_TIMEOUT) == 1);
                halfFrame.assertClosedByServer();
            }
            Await.that("memory is lost", () -> listener.counters().bufferedBytes(MemoryPart.PARTIAL_FRAMES) == 0);
            Await.that("a permit is lost", () -> isServed(address));
        }
    }

    /** Returns a connection that has the only permit, which is free a moment after the connection before has closed. */
    private static RawClient withHalfFrame(InetSocketAddress address, ServerCounters counters) throws IOException {
        while (true) {
            long rejected = counters.reached(LimitType.MAX_CONNECTIONS);
            RawClient client = new RawClient(address);
            client.send(bytes(0, 0, 1, 0, 1, 2, 3));
            Await.that(
                    "nothing is read",
                    () -> counters.bufferedBytes(MemoryPart.PARTIAL_FRAMES) > 0
                            || counters.reached(LimitType.MAX_CONNECTIONS) > rejected);
            if (counters.bufferedBytes(MemoryPart.PARTIAL_FRAMES) > 0) {
                return client;
            }
            client.close();
        }
    }

    private static boolean isServed(InetSocketAddress address) {
        try (RawClient next = new RawClient(address)) {
            assertServes(next);
            return true;
        } catch (Exception closed) {
            return false;
        }
    }
}
