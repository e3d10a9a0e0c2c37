package io.grizzlythrift.compat;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertFalse;
import static org.testng.Assert.assertTrue;
import static org.testng.Assert.expectThrows;

import io.grizzlythrift.limits.ServerLimits;
import io.grizzlythrift.server.ThriftServerConfig;
import io.grizzlythrift.test.everything.AsyncEverything;
import io.grizzlythrift.test.server.EchoHandler;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.channels.ServerSocketChannel;
import java.time.Duration;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import javax.net.ssl.SSLServerSocketFactory;
import org.apache.thrift.TConfiguration;
import org.apache.thrift.protocol.TBinaryProtocol;
import org.apache.thrift.protocol.TCompactProtocol;
import org.apache.thrift.protocol.TJSONProtocol;
import org.apache.thrift.protocol.TProtocolFactory;
import org.apache.thrift.server.THsHaServer;
import org.apache.thrift.server.TNonblockingServer;
import org.apache.thrift.server.TThreadPoolServer;
import org.apache.thrift.transport.TNonblockingServerSocket;
import org.apache.thrift.transport.TSaslServerTransport;
import org.apache.thrift.transport.TServerSocket;
import org.apache.thrift.transport.TSocket;
import org.apache.thrift.transport.TTransportException;
import org.apache.thrift.transport.TTransportFactory;
import org.apache.thrift.transport.TZlibTransport;
import org.apache.thrift.transport.layered.TFastFramedTransport;
import org.apache.thrift.transport.layered.TFramedTransport;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/** Tests how the options of the drop-in servers map to those of a ThriftServer, and which ones are rejected. */
@Test
public final class DropInArgsTest {
    private static final InetSocketAddress ANY_PORT = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);

    @DataProvider
    Object[][] args() {
        return new Object[][] {
            {TThreadPoolServer.Args.class, TGrizzlyThreadPoolServer.Args.class},
            {THsHaServer.Args.class, TGrizzlyHsHaServer.Args.class},
            {TNonblockingServer.Args.class, TGrizzlyNonblockingServer.Args.class},
        };
    }

    @Test(dataProvider = "args")
    public void everyOptionOfLibthriftExists(Class<?> theirArgs, Class<?> ourArgs) throws Exception {
        for (Method theirs : theirArgs.getDeclaredMethods()) {
            if (Modifier.isPublic(theirs.getModifiers()) && !theirs.isSynthetic()) {
                Method ours = ourArgs.getMethod(theirs.getName(), theirs.getParameterTypes());
                assertEquals(
                        ours.getReturnType().getSimpleName(),
                        theirs.getReturnType().getSimpleName());
            }
        }
        for (Field theirs : theirArgs.getFields()) {
            assertEquals(ourArgs.getField(theirs.getName()).getType(), theirs.getType());
        }
        Object theirDefaults = theirArgs.getConstructors()[0].newInstance((Object) null);
        Object ourDefaults = ourArgs.getConstructors()[0].newInstance((Object) null);
        for (Field theirs : theirArgs.getFields()) {
            assertEquals(ourArgs.getField(theirs.getName()).get(ourDefaults), theirs.get(theirDefaults));
        }
    }

    /** Returns the configuration of a thread pool server that is created with these options and never started. */
    private static ThriftServerConfig pool(TServerSocket socket, Consumer<TGrizzlyThreadPoolServer.Args> options) {
        TGrizzlyThreadPoolServer.Args args =
                new TGrizzlyThreadPoolServer.Args(socket).processor(EchoHandler.processor());
        options.accept(args);
        TGrizzlyThreadPoolServer server = new TGrizzlyThreadPoolServer(args);
        server.stop();
        return server.server().config();
    }

    private static ThriftServerConfig pool(Consumer<TGrizzlyThreadPoolServer.Args> options) throws TTransportException {
        return pool(new TServerSocket(ANY_PORT), options);
    }

    /** Checks that options are rejected, that the message contains the words, and that the socket is left as it is. */
    private static void assertRejected(Consumer<TGrizzlyThreadPoolServer.Args> options, String... words)
            throws TTransportException {
        TServerSocket socket = new TServerSocket(ANY_PORT);
        try {
            IllegalArgumentException e = expectThrows(IllegalArgumentException.class, () -> pool(socket, options));
            for (String word : words) {
                assertTrue(e.getMessage().contains(word), e.getMessage());
            }
            assertFalse(socket.getServerSocket().isClosed(), "the socket of the program");
        } finally {
            socket.close();
        }
    }

    public void defaultsOfAThreadPoolServer() throws Exception {
        ThriftServerConfig config = pool(args -> {});
        assertEquals(config.strategy().toString(), "thread-per-connection[minThreads=5, maxThreads=2147483647]");
        assertTrue(config.toString().contains("dialects=[UNFRAMED]"), config.toString());
        assertEquals(config.shutdownGrace(), Duration.ofSeconds(60));
        assertEquals(config.limits().maxFrameBytes(), TConfiguration.DEFAULT_MAX_MESSAGE_SIZE);
        assertEquals(config.limits().idleTimeout(), Duration.ofDays(365));
        assertEquals(config.limits().queueTimeout(), Duration.ofHours(1));
    }

    public void optionsOfAThreadPoolServer() throws Exception {
        ExecutorService executor = Executors.newSingleThreadExecutor();
        ThriftServerConfig config = pool(args -> args.minWorkerThreads(2)
                .maxWorkerThreads(3)
                .stopTimeoutVal(7)
                .stopTimeoutUnit(TimeUnit.MINUTES)
                .configure(options -> options.name("mine")));
        assertEquals(config.strategy().toString(), "thread-per-connection[minThreads=2, maxThreads=3]");
        assertEquals(config.shutdownGrace(), Duration.ofMinutes(7));
        assertEquals(config.name(), "mine");
        config = pool(args -> args.executorService(executor));
        assertEquals(config.strategy().toString(), "thread-per-connection[" + executor + "]");
        executor.shutdown();
    }

    public void numbersOutOfBounds() throws Exception {
        assertRejected(args -> args.minWorkerThreads(-1), "minWorkerThreads is -1");
        assertRejected(args -> args.minWorkerThreads(3).maxWorkerThreads(2), "maxWorkerThreads is 2");
        assertRejected(args -> args.minWorkerThreads(0).maxWorkerThreads(0), "maxWorkerThreads is 0");
        assertRejected(args -> args.stopTimeoutVal(-1), "the stop timeout");
        assertRejected(args -> args.stopTimeoutUnit(TimeUnit.DAYS), "the stop timeout");
    }

    public void limitsOfTheServerSocket() throws Exception {
        TServerSocket.ServerSocketTransportArgs options = new TServerSocket.ServerSocketTransportArgs()
                .bindAddr(ANY_PORT)
                .clientTimeout(1234)
                .maxMessageSize(5000);
        ServerLimits limits = pool(new TServerSocket(options), args -> {}).limits();
        assertEquals(limits.idleTimeout(), Duration.ofMillis(1234));
        assertEquals(limits.maxFrameBytes(), 5000);
    }

    public void theLargestFrameOfTheFactory() throws Exception {
        for (TTransportFactory factory :
                new TTransportFactory[] {new TFramedTransport.Factory(777), new TFastFramedTransport.Factory(64, 777)
                }) {
            ThriftServerConfig config = pool(args -> args.transportFactory(factory));
            assertTrue(config.toString().contains("dialects=[FRAMED]"), config.toString());
            assertEquals(config.limits().maxFrameBytes(), 777);
        }
    }

    public void transportFactoriesThatAreRejected() throws Exception {
        assertRejected(
                args -> args.transportFactory(new TZlibTransport.Factory()), "TransportFactory", "TZlibTransport");
        assertRejected(
                args -> args.transportFactory(new TSaslServerTransport.Factory()),
                "TransportFactory",
                "TSaslServerTransport",
                "has no mechanism");
        assertRejected(args -> args.transportFactory(new THeaderTransport.Factory()), "TransportFactory", "THeader");
        assertRejected(args -> args.inputTransportFactory(new TFramedTransport.Factory()), "inputTransportFactory");
        assertRejected(args -> args.outputTransportFactory(new TFramedTransport.Factory()), "outputTransportFactory");
    }

    public void protocols() throws Exception {
        for (TProtocolFactory supported :
                new TProtocolFactory[] {new TBinaryProtocol.Factory(), new TCompactProtocol.Factory()}) {
            pool(args -> args.protocolFactory(supported));
        }
        pool(args -> args.protocolFactory(new TBinaryProtocol.Factory())
                .inputProtocolFactory(new TBinaryProtocol.Factory(true, true, 1 << 20, 1 << 20)));
        pool(args ->
                args.transportFactory(new TFramedTransport.Factory()).protocolFactory(new TJSONProtocol.Factory()));
        assertRejected(args -> args.protocolFactory(new TJSONProtocol.Factory()), "TJSONProtocol", "framed");
        assertRejected(args -> args.protocolFactory(new TBinaryProtocol.Factory(false, false)), "strict");
        assertRejected(args -> args.inputProtocolFactory(new TCompactProtocol.Factory()), "inputProtocolFactory");
    }

    public void asynchronousProcessors() throws Exception {
        assertRejected(
                args -> args.processor(new AsyncEverything(Runnable::run).processor()),
                "asynchronous",
                "TGrizzlyServer");
    }

    /** A subclass of TServerSocket, like those of real programs. */
    private static class Subclass extends TServerSocket {
        Subclass(ServerSocket socket) throws TTransportException {
            super(socket);
        }
    }

    private static final class OwnAccept extends Subclass {
        OwnAccept(ServerSocket socket) throws TTransportException {
            super(socket);
        }

        @Override
        public TSocket accept() throws TTransportException {
            return super.accept();
        }
    }

    public void serverTransports() throws Exception {
        pool(new Subclass(new TServerSocket(ANY_PORT).getServerSocket()), args -> {});
        try (ServerSocket socket = new ServerSocket(0)) {
            IllegalArgumentException e =
                    expectThrows(IllegalArgumentException.class, () -> pool(new OwnAccept(socket), args -> {}));
            assertTrue(e.getMessage().contains("never calls accept()"), e.getMessage());
        }
        try (ServerSocket socket = SSLServerSocketFactory.getDefault().createServerSocket(0)) {
            IllegalArgumentException e =
                    expectThrows(IllegalArgumentException.class, () -> pool(new TServerSocket(socket), args -> {}));
            assertTrue(e.getMessage().contains("tls"), e.getMessage());
        }
        TServerSocket closed = new TServerSocket(ANY_PORT);
        closed.close();
        expectThrows(IllegalStateException.class, () -> pool(closed, args -> {}));
        expectThrows(IllegalStateException.class, () -> pool(new TServerSocket(new ServerSocket()), args -> {}));
    }

    public void aSocketWithAChannelIsNeverClosedInBetween() throws Exception {
        try (ServerSocketChannel channel = ServerSocketChannel.open().bind(ANY_PORT)) {
            TServerSocket socket = new TServerSocket(channel.socket());
            TGrizzlyServer server = new TGrizzlyThreadPoolServer(
                    new TGrizzlyThreadPoolServer.Args(socket).processor(EchoHandler.processor()));
            assertTrue(channel.isOpen());
            assertEquals(server.server().config().addresses().get(0), channel.getLocalAddress());
            server.stop();
            assertFalse(channel.isOpen());
        }
    }

    private static ThriftServerConfig hsHa(Consumer<TGrizzlyHsHaServer.Args> options) throws TTransportException {
        try (TNonblockingServerSocket socket = new TNonblockingServerSocket(ANY_PORT)) {
            TGrizzlyHsHaServer.Args args = new TGrizzlyHsHaServer.Args(socket).processor(EchoHandler.processor());
            options.accept(args);
            return new TGrizzlyHsHaServer(args).server().config();
        }
    }

    @SuppressWarnings("deprecation")
    public void optionsOfAHsHaServer() throws Exception {
        ThriftServerConfig config = hsHa(args -> {});
        assertTrue(config.strategy().toString().contains("in-order[worker-thread[threads=5,"), config.toString());
        assertEquals(config.selectorThreads(), 1);
        assertEquals(config.shutdownGrace(), Duration.ofSeconds(60));
        config = hsHa(args -> {
            args.minWorkerThreads(3)
                    .maxWorkerThreads(9)
                    .stopTimeoutVal(5)
                    .stopTimeoutUnit(TimeUnit.MINUTES)
                    .configure(options -> options.name("mine"));
            args.maxReadBufferBytes = 1000;
        });
        assertTrue(config.strategy().toString().contains("threads=3,"), config.toString());
        assertEquals(config.shutdownGrace(), Duration.ofMinutes(5));
        assertEquals(config.limits().maxFrameBytes(), 1000);
        assertEquals(config.name(), "mine");
        assertTrue(hsHa(args -> args.workerThreads(4)).strategy().toString().contains("threads=4,"));
        ExecutorService executor = Executors.newSingleThreadExecutor();
        assertTrue(hsHa(args -> args.executorService(executor))
                .strategy()
                .toString()
                .contains(executor.toString()));
        executor.shutdown();
        expectThrows(IllegalArgumentException.class, () -> hsHa(args -> args.minWorkerThreads(0)));
        expectThrows(IllegalArgumentException.class, () -> hsHa(args -> args.maxWorkerThreads(4)));
    }

    public void optionsOfANonblockingServer() throws Exception {
        try (TNonblockingServerSocket socket = new TNonblockingServerSocket(ANY_PORT)) {
            TGrizzlyNonblockingServer.Args args = new TGrizzlyNonblockingServer.Args(socket)
                    .processor(EchoHandler.processor())
                    .configure(options -> options.name("mine"));
            args.maxReadBufferBytes = 1000;
            ThriftServerConfig config =
                    new TGrizzlyNonblockingServer(args).server().config();
            assertEquals(config.strategy().toString(), "same-thread");
            assertEquals(config.selectorThreads(), 1);
            assertEquals(config.limits().maxFrameBytes(), 1000);
            assertEquals(config.name(), "mine");
        }
    }
}
