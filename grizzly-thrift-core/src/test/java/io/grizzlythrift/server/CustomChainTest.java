package io.grizzlythrift.server;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertTrue;

import io.grizzlythrift.frame.Dialect;
import io.grizzlythrift.limits.LimitType;
import io.grizzlythrift.limits.ServerLimits;
import io.grizzlythrift.message.ThriftProtocol;
import io.grizzlythrift.strategy.spi.StrategyThreads;
import io.grizzlythrift.test.UniqueName;
import io.grizzlythrift.test.server.HeldProcessor;
import io.grizzlythrift.test.server.RawClient;
import io.grizzlythrift.test.server.Reply;
import io.grizzlythrift.test.server.Strategies;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.UnaryOperator;
import org.glassfish.grizzly.Buffer;
import org.glassfish.grizzly.filterchain.BaseFilter;
import org.glassfish.grizzly.filterchain.FilterChainBuilder;
import org.glassfish.grizzly.filterchain.FilterChainContext;
import org.glassfish.grizzly.filterchain.NextAction;
import org.glassfish.grizzly.filterchain.TransportFilter;
import org.glassfish.grizzly.nio.DefaultSelectorHandler;
import org.glassfish.grizzly.nio.transport.TCPNIOTransport;
import org.glassfish.grizzly.nio.transport.TCPNIOTransportBuilder;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/** Tests a server filter and its frame filter in chains built by hand, with and without another filter below. */
public class CustomChainTest {
    private static final ThriftProtocol PROTOCOL = ThriftProtocol.COMPACT;

    /** Inverts every byte in both directions, in place of TLS or compression. */
    private static final class InvertingFilter extends BaseFilter {
        private final AtomicLong written = new AtomicLong();

        @Override
        public NextAction handleRead(FilterChainContext context) {
            context.setMessage(inverted(context.getMessage(), context));
            return context.getInvokeAction();
        }

        @Override
        public NextAction handleWrite(FilterChainContext context) {
            Buffer message = context.getMessage();
            written.addAndGet(message.remaining());
            context.setMessage(inverted(message, context));
            return context.getInvokeAction();
        }

        /** The result is a direct buffer, so it has no array that the frame filter could adopt. */
        private static Buffer inverted(Buffer buffer, FilterChainContext context) {
            ByteBuffer result = ByteBuffer.allocateDirect(buffer.remaining());
            while (buffer.hasRemaining()) {
                result.put((byte) ~buffer.get());
            }
            result.flip();
            return org.glassfish.grizzly.memory.Buffers.wrap(context.getMemoryManager(), result);
        }
    }

    private static byte[] invert(byte[] bytes) {
        byte[] result = new byte[bytes.length];
        for (int i = 0; i < bytes.length; i++) {
            result[i] = (byte) ~bytes[i];
        }
        return result;
    }

    @DataProvider
    static Object[][] plainTransports() {
        List<Object[]> rows = new ArrayList<>();
        for (Strategies strategy : Strategies.values()) {
            rows.add(new Object[] {strategy, false});
            rows.add(new Object[] {strategy, true});
        }
        return rows.toArray(Object[][]::new);
    }

    @Test(dataProvider = "plainTransports", timeOut = 60_000)
    void plainChain(Strategies strategy, boolean withSelectorHandlerOfTheUser) throws Exception {
        StrategyThreads threads = strategy.ofThreads(4).start(UniqueName.of("own-chain"), 1);
        try (ThriftServerFilter filter = ThriftServerFilter.builder(threads)
                .name(UniqueName.of("own-chain"))
                .processor(new HeldProcessor())
                .protocol(PROTOCOL)
                .build()) {
            TCPNIOTransport transport = TCPNIOTransportBuilder.newInstance()
                    .setProcessor(FilterChainBuilder.stateless()
                            .add(new TransportFilter())
                            .add(filter.frameFilter())
                            .add(filter)
                            .build())
                    .build();
            threads.install(transport);
            if (withSelectorHandlerOfTheUser) {
                transport.setSelectorHandler(new DefaultSelectorHandler());
            }
            InetSocketAddress address =
                    (InetSocketAddress) transport.bind("127.0.0.1", 0).getLocalAddress();
            transport.start();
            try (RawClient client = new RawClient(address)) {
                for (int i = 0; i < 100; i++) {
                    client.sendFrames(
                            HeldProcessor.call(PROTOCOL, "fast", i), HeldProcessor.call(PROTOCOL, "fast", -i));
                    assertEquals(client.readReply(PROTOCOL).sequenceId(), i);
                    assertEquals(client.readReply(PROTOCOL).sequenceId(), -i);
                }
                assertEquals(filter.counters().calls(), 200);
                assertEquals(filter.counters().openConnections(), 1);
            } finally {
                transport.shutdownNow();
                threads.shutdownNow();
            }
            assertTrue(threads.awaitTermination(Duration.ofSeconds(HeldProcessor.TIMEOUT_SECONDS)));
            assertEquals(filter.counters().openConnections(), 0);
        }
    }

    @Test(dataProvider = "strategies", dataProviderClass = Strategies.class, timeOut = 60_000)
    void repliesPassThroughTheFiltersBelow(Strategies strategy) throws Exception {
        StrategyThreads threads = strategy.ofThreads(4).start(UniqueName.of("own-chain"), 1);
        InvertingFilter inverting = new InvertingFilter();
        try (ThriftServerFilter filter = ThriftServerFilter.builder(threads)
                .name(UniqueName.of("own-chain"))
                .processor(new HeldProcessor())
                .protocol(PROTOCOL)
                .build()) {
            TCPNIOTransport transport = TCPNIOTransportBuilder.newInstance()
                    .setProcessor(FilterChainBuilder.stateless()
                            .add(new TransportFilter())
                            .add(inverting)
                            .add(filter.frameFilter())
                            .add(filter)
                            .build())
                    .build();
            threads.install(transport);
            InetSocketAddress address =
                    (InetSocketAddress) transport.bind("127.0.0.1", 0).getLocalAddress();
            transport.start();
            try (RawClient client = new RawClient(address)) {
                long expected = 0;
                for (int i = 0; i < 100; i++) {
                    byte[] request = RawClient.framed(HeldProcessor.call(PROTOCOL, "fast", i));
                    client.send(invert(request));
                    byte[] header = invert(client.readBytes(4));
                    byte[] reply =
                            invert(client.readBytes(ByteBuffer.wrap(header).getInt()));
                    assertEquals(new Reply(PROTOCOL, reply).sequenceId(), i);
                    expected += 4 + reply.length;
                }
                assertEquals(inverting.written.get(), expected);
            } finally {
                transport.shutdownNow();
                threads.shutdownNow();
            }
        }
    }

    /** One chain of a filter with other options than the defaults. */
    private static final class Chain implements AutoCloseable {
        private final StrategyThreads threads =
                Strategies.SAME_THREAD.ofThreads(1).start(UniqueName.of("own-chain"), 1);
        private final ThriftServerFilter filter;
        private final TCPNIOTransport transport;
        private final InetSocketAddress address;

        Chain(UnaryOperator<ThriftServerFilter.Builder> options) throws IOException {
            filter = options.apply(ThriftServerFilter.builder(threads)
                            .name(UniqueName.of("own-chain"))
                            .processor(new HeldProcessor()))
                    .build();
            transport = TCPNIOTransportBuilder.newInstance()
                    .setProcessor(FilterChainBuilder.stateless()
                            .add(new TransportFilter())
                            .add(filter.frameFilter())
                            .add(filter)
                            .build())
                    .setMemoryManager(ThriftServerFilter.newReadBufferPool())
                    .build();
            threads.install(transport);
            address = (InetSocketAddress) transport.bind("127.0.0.1", 0).getLocalAddress();
            transport.start();
        }

        long rejected() {
            return filter.counters().reached(LimitType.MAX_FRAME_BYTES);
        }

        @Override
        public void close() throws IOException {
            transport.shutdownNow();
            threads.shutdownNow();
            filter.close();
        }
    }

    @Test(timeOut = 60_000)
    void unframedCallsAreAcceptedByDefault() throws Exception {
        try (Chain chain = new Chain(options -> options);
                RawClient client = new RawClient(chain.address)) {
            client.send(HeldProcessor.call(PROTOCOL, "fast", 7)).endOutput();
            assertTrue(client.readAll().length > 0);
            assertEquals(chain.rejected(), 0);
        }
    }

    @Test(timeOut = 60_000)
    void dialectsAreThoseOfTheServerFilter() throws Exception {
        try (Chain chain = new Chain(options -> options.dialects(Dialect.FRAMED));
                RawClient client = new RawClient(chain.address)) {
            client.send(HeldProcessor.call(PROTOCOL, "fast", 7));
            client.readUntilClosedByServer();
            assertEquals(chain.rejected(), 1);
        }
    }

    @Test(timeOut = 60_000)
    void limitsAreThoseOfTheServerFilter() throws Exception {
        byte[] call = HeldProcessor.call(PROTOCOL, "fast", 7);
        ServerLimits limits = ServerLimits.builder().maxFrameBytes(call.length).build();
        try (Chain chain = new Chain(options -> options.limits(limits));
                RawClient client = new RawClient(chain.address)) {
            client.sendFrames(call);
            assertEquals(client.readReply(PROTOCOL).sequenceId(), 7);
            client.sendFrames(new byte[call.length + 1]);
            client.readUntilClosedByServer();
            assertEquals(chain.rejected(), 1);
        }
    }

    @Test(timeOut = 60_000)
    void httpIsAnOptionOfTheServerFilter() throws Exception {
        try (Chain chain = new Chain(options -> options.http(true));
                RawClient client = new RawClient(chain.address)) {
            client.send("GET /health/ready HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n".getBytes(US_ASCII));
            String response = new String(client.readAll(), US_ASCII);
            assertTrue(response.startsWith("HTTP/1.1 200 "), response);
        }
    }
}
