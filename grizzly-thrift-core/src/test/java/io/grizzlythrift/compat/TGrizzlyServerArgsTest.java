package io.grizzlythrift.compat;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertSame;
import static org.testng.Assert.assertTrue;
import static org.testng.Assert.expectThrows;

import io.grizzlythrift.limits.ServerLimits;
import io.grizzlythrift.message.ThriftProtocol;
import io.grizzlythrift.server.ThriftServerConfig;
import io.grizzlythrift.strategy.AdaptiveStrategy;
import io.grizzlythrift.strategy.LeaderFollowerStrategy;
import io.grizzlythrift.strategy.SameThreadStrategy;
import io.grizzlythrift.strategy.WorkerThreadStrategy;
import io.grizzlythrift.test.server.EchoHandler;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.channels.Selector;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.apache.thrift.TProcessor;
import org.apache.thrift.protocol.TBinaryProtocol;
import org.apache.thrift.protocol.TCompactProtocol;
import org.apache.thrift.protocol.TJSONProtocol;
import org.apache.thrift.protocol.TProtocolFactory;
import org.apache.thrift.server.TThreadedSelectorServer;
import org.apache.thrift.transport.TNonblockingServerSocket;
import org.apache.thrift.transport.TNonblockingServerTransport;
import org.apache.thrift.transport.TNonblockingTransport;
import org.apache.thrift.transport.TTransportException;
import org.apache.thrift.transport.TTransportFactory;
import org.apache.thrift.transport.layered.TFastFramedTransport;
import org.apache.thrift.transport.layered.TFramedTransport;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/** Tests how the options of a drop-in server map to those of a ThriftServer, and which ones are rejected. */
@Test
public final class TGrizzlyServerArgsTest {
    private static final TProcessor PROCESSOR = EchoHandler.processor();

    private static TNonblockingServerSocket socket(int maxFrameBytes) throws TTransportException {
        return new TNonblockingServerSocket(
                new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0, maxFrameBytes);
    }

    /** Returns the configuration of a server that is created with these options and never started. */
    private static ThriftServerConfig configOf(int maxFrameBytes, Consumer<TGrizzlyServer.Args> options)
            throws TTransportException {
        try (TNonblockingServerSocket socket = socket(maxFrameBytes)) {
            TGrizzlyServer.Args args = new TGrizzlyServer.Args(socket).processor(PROCESSOR);
            options.accept(args);
            return new TGrizzlyServer(args).server().config();
        }
    }

    private static ThriftServerConfig configOf(Consumer<TGrizzlyServer.Args> options) throws TTransportException {
        return configOf(5_000, options);
    }

    public void everyOptionOfLibthriftExists() throws Exception {
        for (Method theirs : TThreadedSelectorServer.Args.class.getDeclaredMethods()) {
            if (Modifier.isPublic(theirs.getModifiers()) && !theirs.isSynthetic()) {
                Class<?>[] parameters = Arrays.stream(theirs.getParameterTypes())
                        .map(type -> type == TThreadedSelectorServer.Args.AcceptPolicy.class
                                ? TGrizzlyServer.Args.AcceptPolicy.class
                                : type)
                        .toArray(Class<?>[]::new);
                Method ours = TGrizzlyServer.Args.class.getMethod(theirs.getName(), parameters);
                assertEquals(
                        ours.getReturnType().getSimpleName(),
                        theirs.getReturnType().getSimpleName());
            }
        }
        for (Field theirs : TThreadedSelectorServer.Args.class.getFields()) {
            assertSame(TGrizzlyServer.Args.class.getField(theirs.getName()).getType(), theirs.getType());
        }
        assertEquals(
                Arrays.toString(TGrizzlyServer.Args.AcceptPolicy.values()),
                Arrays.toString(TThreadedSelectorServer.Args.AcceptPolicy.values()));
    }

    public void defaultsAreThoseOfLibthrift() throws Exception {
        try (TNonblockingServerSocket socket = socket(1)) {
            TGrizzlyServer.Args ours = new TGrizzlyServer.Args(socket);
            TThreadedSelectorServer.Args theirs = new TThreadedSelectorServer.Args(socket);
            for (Method getter : TThreadedSelectorServer.Args.class.getDeclaredMethods()) {
                if (getter.getName().startsWith("get")) {
                    Object mine = TGrizzlyServer.Args.class
                            .getMethod(getter.getName())
                            .invoke(ours);
                    assertEquals(String.valueOf(mine), String.valueOf(getter.invoke(theirs)), getter.getName());
                }
            }
            assertEquals(ours.maxReadBufferBytes, theirs.maxReadBufferBytes);
        }
    }

    public void threadOptionsSelectTheStrategy() throws Exception {
        assertEquals(configOf(args -> {}).strategy().name(), WorkerThreadStrategy.NAME);
        assertEquals(configOf(args -> args.workerThreads(0)).strategy().name(), SameThreadStrategy.NAME);
        LeaderFollowerStrategy chosen = LeaderFollowerStrategy.ofThreads(8);
        assertSame(configOf(args -> args.workerThreads(0).strategy(chosen)).strategy(), chosen);
        assertEquals(configOf(args -> args.strategy("adaptive")).strategy().name(), AdaptiveStrategy.NAME);
        assertEquals(configOf(args -> args.selectorThreads(7)).selectorThreads(), 7);
        assertEquals(configOf(args -> {}).shutdownGrace(), Duration.ofMinutes(1));
        assertEquals(
                configOf(args -> args.stopTimeoutVal(30).stopTimeoutUnit(TimeUnit.MILLISECONDS))
                        .shutdownGrace(),
                Duration.ofMillis(30));
        assertEquals(
                configOf(args -> args.configure(server -> server.name("mine"))).name(), "mine");
    }

    public void theLargestFrame() throws Exception {
        assertEquals(configOf(args -> {}).limits().maxFrameBytes(), 5_000, "as the server transport says");
        assertEquals(
                configOf(args -> args.transportFactory(new TFramedTransport.Factory(900)))
                        .limits()
                        .maxFrameBytes(),
                900);
        assertEquals(
                configOf(args -> args.transportFactory(new TFastFramedTransport.Factory(64, 70_000)))
                        .limits()
                        .maxFrameBytes(),
                70_000);
        ThriftServerConfig small = configOf(args -> args.maxReadBufferBytes(800));
        assertEquals(small.limits().maxFrameBytes(), 800);
        assertEquals(small.limits().maxBufferedBytes(), 800);
        assertEquals(configOf(Integer.MAX_VALUE, args -> {}).limits().maxFrameBytes(), 256 << 20);
        assertEquals(
                configOf(Integer.MAX_VALUE, args -> args.maxReadBufferBytes(Long.MAX_VALUE))
                        .limits()
                        .maxFrameBytes(),
                ServerLimits.MAX_FRAME_BYTES);
    }

    public void protocols() throws Exception {
        assertSame(protocolOf(new TCompactProtocol.Factory()), ThriftProtocol.COMPACT);
        assertSame(protocolOf(ThriftProtocol.BINARY), ThriftProtocol.BINARY);
        for (TProtocolFactory own : new TProtocolFactory[] {
            new TBinaryProtocol.Factory(),
            new TBinaryProtocol.Factory(true, true, 10, 10),
            new TCompactProtocol.Factory(10),
            new TCompactProtocol.Factory(-1, 10),
            new TJSONProtocol.Factory()
        }) {
            assertSame(protocolOf(own), own, "with its own limits");
        }
        assertSame(
                configOf(args -> args.inputProtocolFactory(new TCompactProtocol.Factory())
                                .outputProtocolFactory(new TCompactProtocol.Factory()))
                        .protocol()
                        .orElseThrow(),
                ThriftProtocol.COMPACT);
    }

    private static TProtocolFactory protocolOf(TProtocolFactory factory) throws TTransportException {
        return configOf(args -> args.protocolFactory(factory)).protocol().orElseThrow();
    }

    private record Rejection(String message, Consumer<TGrizzlyServer.Args> options) {
        @Override
        public String toString() {
            return message;
        }
    }

    private static Object[] rejection(String message, Consumer<TGrizzlyServer.Args> options) {
        return new Object[] {new Rejection(message, options)};
    }

    @DataProvider
    static Object[][] rejections() {
        return new Object[][] {
            rejection("selectorThreads is 0", args -> args.selectorThreads(0)),
            rejection("selectorThreads is 257", args -> args.selectorThreads = 257),
            rejection("workerThreads is -1", args -> args.workerThreads(-1)),
            rejection("acceptQueueSizePerThread is 0", args -> args.acceptQueueSizePerThread(0)),
            rejection("maxReadBufferBytes is 0", args -> args.maxReadBufferBytes = 0),
            rejection("the stop timeout is PT-1S", args -> args.stopTimeoutVal(-1)),
            rejection("the stop timeout is PT2H", args -> args.stopTimeoutVal(2).stopTimeoutUnit(TimeUnit.HOURS)),
            rejection("maxFrameBytes is 0", args -> args.transportFactory(new TFramedTransport.Factory(0))),
            rejection("nothing to serve", args -> args.processorFactory(null)),
            rejection(
                    "inputTransportFactory is a org.apache.thrift.transport.TTransportFactory",
                    args -> args.inputTransportFactory(new TTransportFactory())),
            rejection("outputTransportFactory is null", args -> args.outputTransportFactory(null)),
            rejection("must be the same protocol", args -> args.inputProtocolFactory(new TCompactProtocol.Factory())),
            rejection("must be the same protocol", args -> args.outputProtocolFactory(new TJSONProtocol.Factory())),
            rejection(
                    "must be the same protocol",
                    args -> args.inputProtocolFactory(new TBinaryProtocol.Factory(false, true))
                            .outputProtocolFactory(new TBinaryProtocol.Factory(false, false))),
            rejection("outputProtocolFactory is null", args -> args.outputProtocolFactory(null)),
        };
    }

    @Test(dataProvider = "rejections")
    public void rejectsUnsupportedOptions(Rejection rejection) {
        IllegalArgumentException e = expectThrows(IllegalArgumentException.class, () -> configOf(rejection.options));
        assertTrue(e.getMessage().contains(rejection.message), e.getMessage());
    }

    /** The work of its accept(), for example TLS, would be skipped. */
    public void rejectsAnotherServerTransport() {
        TNonblockingServerTransport own = new TNonblockingServerTransport() {
            @Override
            public void registerSelector(Selector selector) {}

            @Override
            public TNonblockingTransport accept() {
                return null;
            }

            @Override
            public void listen() {}

            @Override
            public void close() {}
        };
        IllegalArgumentException e = expectThrows(
                IllegalArgumentException.class,
                () -> new TGrizzlyServer(new TGrizzlyServer.Args(own).processor(PROCESSOR)));
        assertTrue(e.getMessage().contains(own.getClass().getName()), e.getMessage());
        assertTrue(e.getMessage().contains("TNonblockingServerSocket"), e.getMessage());
    }

    public void rejectsAClosedServerTransport() throws Exception {
        TNonblockingServerSocket socket = socket(1_000);
        socket.close();
        IllegalStateException e = expectThrows(
                IllegalStateException.class,
                () -> new TGrizzlyServer(new TGrizzlyServer.Args(socket).processor(PROCESSOR)));
        assertTrue(e.getMessage().contains("closed"), e.getMessage());
    }
}
