package io.grizzlythrift.compat;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertFalse;
import static org.testng.Assert.assertNotSame;
import static org.testng.Assert.assertSame;
import static org.testng.Assert.assertTrue;

import io.grizzlythrift.message.ThriftProtocol;
import io.grizzlythrift.test.Await;
import io.grizzlythrift.test.LogCapture;
import io.grizzlythrift.test.everything.ClientKind;
import io.grizzlythrift.test.everything.EverythingHandler;
import io.grizzlythrift.test.gen.Everything;
import io.grizzlythrift.test.server.HeldProcessor;
import io.grizzlythrift.test.server.RawClient;
import io.grizzlythrift.test.server.Requests;
import io.grizzlythrift.tls.TestAuthority;
import io.grizzlythrift.tls.TestCertificate;
import io.grizzlythrift.tls.TlsConfig;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.apache.thrift.protocol.TBinaryProtocol;
import org.apache.thrift.transport.TServerSocket;
import org.apache.thrift.transport.TSocket;
import org.apache.thrift.transport.TTransport;
import org.apache.thrift.transport.TTransportFactory;
import org.apache.thrift.transport.layered.TFastFramedTransport;
import org.apache.thrift.transport.layered.TFramedTransport;
import org.testng.annotations.AfterClass;
import org.testng.annotations.AfterMethod;
import org.testng.annotations.BeforeClass;
import org.testng.annotations.BeforeMethod;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/**
 * Tests that everything of a connection of a TGrizzlyThreadPoolServer runs on one thread, however the connection ends, and
 * which connections get a thread.
 */
@Test(timeOut = 60_000, singleThreaded = true)
public final class ThreadPerConnectionTest {
    private static final char[] PASSWORD = "for the tests".toCharArray();

    private Path directory;
    private TlsConfig tls;
    private SSLContext clientContext;
    private EverythingHandler handler;
    private OwnThreads threads;
    private TGrizzlyThreadPoolServer server;
    private int port;
    private Thread main;

    @BeforeClass
    void makeCertificates() throws Exception {
        directory = Files.createTempDirectory("tls");
        TestCertificate own = new TestAuthority("authority").issue("EC", "localhost", "127.0.0.1");
        Path store = own.writeStore(directory.resolve("own.p12"), "PKCS12", PASSWORD);
        tls = TlsConfig.builder().keyStore(store, PASSWORD).build();
        TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        trust.init(KeyStore.getInstance(store.toFile(), PASSWORD));
        clientContext = SSLContext.getInstance("TLS");
        clientContext.init(null, trust.getTrustManagers(), null);
    }

    @AfterClass(alwaysRun = true)
    void removeFiles() throws IOException {
        Files.deleteIfExists(directory.resolve("own.p12"));
        Files.delete(directory);
    }

    @BeforeMethod
    void begin() {
        handler = new EverythingHandler("served");
        threads = new OwnThreads(new Everything.Processor<>(handler));
    }

    @AfterMethod(alwaysRun = true)
    void end() throws Exception {
        handler.releaseAll();
        if (server != null) {
            server.stop();
        }
        if (main != null) {
            main.join(20_000);
        }
    }

    private void serve(UnaryOperator<TGrizzlyThreadPoolServer.Args> options) throws Exception {
        TServerSocket socket = new TServerSocket(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
        port = socket.getServerSocket().getLocalPort();
        server = new TGrizzlyThreadPoolServer(
                options.apply(new TGrizzlyThreadPoolServer.Args(socket).processor(threads)));
        server.setServerEventHandler(threads);
        main = new Thread(server::serve, "serves");
        main.start();
        Await.that("serves", server::isServing);
    }

    private static TGrizzlyThreadPoolServer.Args framed(TGrizzlyThreadPoolServer.Args args) {
        return args.transportFactory(new TFramedTransport.Factory());
    }

    private RawClient raw() throws Exception {
        return new RawClient(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
    }

    /** A client of libthrift over a socket of the JDK. */
    private final class Client implements AutoCloseable {
        private final TTransport transport;
        private final Everything.Client calls;

        Client(TTransportFactory factory, boolean overTls) throws Exception {
            TSocket socket = overTls
                    ? new TSocket(clientContext.getSocketFactory().createSocket("127.0.0.1", port))
                    : ClientKind.socket(port);
            socket.setTimeout(ClientKind.TIMEOUT_MILLIS);
            transport = factory.getTransport(socket);
            if (!transport.isOpen()) {
                transport.open();
            }
            calls = new Everything.Client(new TBinaryProtocol(transport));
        }

        @Override
        public void close() {
            transport.close();
        }
    }

    private Client client() throws Exception {
        return new Client(new TTransportFactory(), false);
    }

    @DataProvider
    Object[][] transports() {
        return new Object[][] {
            {new TTransportFactory(), false},
            {new TTransportFactory(), true},
            {new TFramedTransport.Factory(), false},
            {new TFramedTransport.Factory(), true},
            {new TFastFramedTransport.Factory(), false},
        };
    }

    @Test(dataProvider = "transports")
    public void everythingRunsOnTheThreadOfTheConnection(TTransportFactory factory, boolean overTls) throws Exception {
        serve(args -> args.transportFactory(factory).configure(options -> {
            if (overTls) {
                options.tls(tls);
            }
        }));
        try (Client one = new Client(factory, overTls)) {
            one.calls.ping();
            assertEquals(threads.created(), 1);
            try (Client two = new Client(factory, overTls)) {
                for (int i = 0; i < 3; i++) {
                    assertEquals(two.calls.whoami("two"), "served: two");
                    assertEquals(one.calls.whoami("one"), "served: one");
                }
                two.calls.note("oneway");
                handler.noted("oneway").get(20, TimeUnit.SECONDS);
            }
            threads.awaitDeleted(2);
            assertFalse(threads.isDeleted(1), "the first connection is open");
            one.calls.ping();
        }
        Thread ofOne = threads.assertOneThread(1, 5);
        assertNotSame(threads.assertOneThread(2, 4), ofOne);
    }

    /** The context exists before the first call, as in TThreadPoolServer. */
    public void theContextIsCreatedAtTheStart() throws Exception {
        serve(args -> args);
        RawClient silent = raw();
        Await.that("created", () -> threads.created() == 1);
        assertFalse(threads.isDeleted(1));
        silent.close();
        threads.assertOneThread(1, 0);
    }

    public void pipelinedCallsRunInOrder() throws Exception {
        serve(ThreadPerConnectionTest::framed);
        byte[][] calls = new byte[200][];
        for (int i = 0; i < calls.length; i++) {
            calls[i] = new Requests(ThriftProtocol.BINARY).echoString(i, "text");
        }
        try (RawClient client = raw()) {
            client.sendFrames(calls);
            for (int i = 0; i < calls.length; i++) {
                assertEquals(client.readReply(ThriftProtocol.BINARY).sequenceId(), i);
            }
        }
        threads.assertOneThread(1, calls.length);
    }

    /** The peer vanishes while its handler runs: the context is deleted after the call, by the thread that ran it. */
    public void afterAReset() throws Exception {
        serve(ThreadPerConnectionTest::framed);
        RawClient client = raw();
        client.sendFrames(hold("reset", 1));
        Thread ran = handler.held("reset").entered.get(20, TimeUnit.SECONDS);
        client.reset();
        Await.that("closed", () -> server.server().counters().openConnections() == 0);
        assertFalse(threads.isDeleted(1), "its call runs");
        handler.held("reset").reply.complete("late");
        assertSame(threads.assertOneThread(1, 1), ran);
    }

    private static byte[] hold(String key, int sequenceId) throws Exception {
        return new Requests(ThriftProtocol.BINARY).call("hold", sequenceId, new Everything.hold_args(key));
    }

    public void afterAHalfClose() throws Exception {
        serve(ThreadPerConnectionTest::framed);
        try (RawClient client = raw()) {
            client.sendFrames(hold("half", 1), HeldProcessor.call(ThriftProtocol.BINARY, "ping", 2));
            handler.held("half").entered.get(20, TimeUnit.SECONDS);
            client.endOutput();
            handler.held("half").reply.complete("replied");
            assertEquals(client.readReply(ThriftProtocol.BINARY).sequenceId(), 1);
            assertEquals(client.readReply(ThriftProtocol.BINARY).sequenceId(), 2);
            client.assertClosedByServer();
        }
        threads.assertOneThread(1, 2);
    }

    /** All contexts are deleted when serve() returns, each by its own thread. */
    public void afterADrain() throws Exception {
        serve(args -> args);
        try (Client idle = client();
                Client busy = client()) {
            idle.calls.ping();
            Await.that("both are there", () -> threads.created() == 2);
            CompletableFuture<String> reply = CompletableFuture.supplyAsync(() -> {
                try {
                    return busy.calls.hold("drained");
                } catch (Exception e) {
                    return e.toString();
                }
            });
            handler.held("drained").entered.get(20, TimeUnit.SECONDS);
            server.stop();
            threads.awaitDeleted(1);
            assertFalse(threads.isDeleted(2), "its call runs");
            handler.held("drained").reply.complete("answered");
            assertEquals(reply.get(20, TimeUnit.SECONDS), "answered");
            main.join(20_000);
            assertTrue(threads.isDeleted(2), "serve() has returned");
        }
        threads.assertOneThread(1, 1);
        threads.assertOneThread(2, 1);
    }

    /** A handler that ignores its interrupt neither holds up others nor the stop; its thread deletes its context later. */
    public void aHandlerThatBlocksForever() throws Exception {
        CompletableFuture<Void> entered = new CompletableFuture<>();
        CompletableFuture<Void> release = new CompletableFuture<>();
        threads = new OwnThreads((in, out) -> {
            if (in.readMessageBegin().name.equals("hold")) {
                entered.complete(null);
                release.join(); // ignores interrupts
            }
            throw new IllegalStateException("no reply");
        });
        serve(args -> framed(args).stopTimeoutVal(1).stopTimeoutUnit(TimeUnit.MILLISECONDS));
        try (RawClient blocked = raw();
                RawClient other = raw()) {
            Await.that("both are there", () -> threads.created() == 2);
            blocked.sendFrames(hold("forever", 1));
            entered.get(20, TimeUnit.SECONDS);
            other.sendFrames(HeldProcessor.call(ThriftProtocol.BINARY, "ping", 7));
            assertEquals(other.readReply(ThriftProtocol.BINARY).sequenceId(), 7);
            server.stop();
            main.join(20_000);
            assertFalse(main.isAlive(), "serve() has not returned");
            Await.that("one context is deleted", () -> threads.isDeleted(1) != threads.isDeleted(2));
            release.complete(null);
            threads.awaitDeleted(1);
            threads.awaitDeleted(2);
            assertTrue(threads.eventsOf(0).isEmpty(), "events without their thread local");
        }
    }

    /** Each call of a connection begins without the interrupt that the one before has left. */
    public void anInterruptIsLeftBehind() throws Exception {
        List<Boolean> interrupted = new CopyOnWriteArrayList<>();
        threads = new OwnThreads((in, out) -> {
            interrupted.add(Thread.currentThread().isInterrupted());
            Thread.currentThread().interrupt();
            throw new IllegalStateException("no reply");
        });
        serve(ThreadPerConnectionTest::framed);
        try (RawClient client = raw()) {
            for (int i = 0; i < 3; i++) {
                client.sendFrames(HeldProcessor.call(ThriftProtocol.BINARY, "ping", i));
                assertEquals(client.readReply(ThriftProtocol.BINARY).sequenceId(), i);
            }
        }
        threads.assertOneThread(1, 3);
        assertEquals(interrupted, List.of(false, false, false));
    }

    /** A program may close the socket that its transport returns, to end a session. The thread ends, too. */
    public void theProgramClosesTheSocket() throws Exception {
        threads = new OwnThreads((in, out) -> {
            try {
                ((TSocket) in.getTransport()).getSocket().close();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
        serve(args -> args);
        try (RawClient client = raw()) {
            client.send(new Requests(ThriftProtocol.BINARY).echoString(1, "text"));
            client.assertClosedByServer();
            threads.awaitDeleted(1);
            Await.that(
                    "no connection is counted", () -> server.server().counters().openConnections() == 0);
        }
        threads.assertOneThread(1, 1);
    }

    public void connectionsBeyondTheLargestNumberOfThreadsAreClosed() throws Exception {
        serve(args -> args.minWorkerThreads(0).maxWorkerThreads(1));
        try (LogCapture log = LogCapture.start();
                Client one = client()) {
            one.calls.ping();
            try (RawClient refused = raw()) {
                refused.assertClosedByServer();
            }
            assertEquals(server.refusedConnections(), 1);
            assertEquals(log.awaitCount("no thread is free for it"), 1, log.text());
            one.calls.ping();
        }
        threads.assertOneThread(1, 2);
        Await.that("the thread serves again", this::isServed);
    }

    private boolean isServed() {
        try (Client next = client()) {
            next.calls.ping();
            return true;
        } catch (Exception refused) {
            return false;
        }
    }

    /** Connections wait in the queue of an executor, with the calls that they have sent. */
    public void connectionsWaitInTheQueueOfAnExecutor() throws Exception {
        ExecutorService executor = Executors.newSingleThreadExecutor();
        serve(args -> framed(args).executorService(executor));
        try (RawClient two = openedBehind(raw())) {
            two.sendFrames(HeldProcessor.call(ThriftProtocol.BINARY, "ping", 2));
            assertEquals(threads.created(), 1);
            handler.held("first").reply.complete("");
            assertEquals(two.readReply(ThriftProtocol.BINARY).sequenceId(), 2);
        }
        assertSame(threads.assertOneThread(2, 1), threads.assertOneThread(1, 1));
        server.stop();
        main.join(20_000);
        assertTrue(executor.isTerminated(), "shut down with the server");
    }

    /** Opens a connection while another one, which closes, occupies the thread. */
    private RawClient openedBehind(RawClient first) throws Exception {
        try (first) {
            first.sendFrames(hold("first", 1));
            handler.held("first").entered.get(20, TimeUnit.SECONDS);
            RawClient second = raw();
            Await.that("both are open", () -> server.server().counters().openConnections() == 2);
            return second;
        }
    }

    /** A connection that closes while it waits for a thread has no context. */
    public void aConnectionThatNeverGetsAThread() throws Exception {
        ExecutorService executor = Executors.newSingleThreadExecutor();
        serve(args -> framed(args).executorService(executor));
        try (RawClient gone = openedBehind(raw())) {
            gone.sendFrames(HeldProcessor.call(ThriftProtocol.BINARY, "ping", 2));
            gone.reset();
        }
        Await.that("it is closed", () -> server.server().counters().openConnections() == 1);
        handler.held("first").reply.complete("");
        threads.assertOneThread(1, 1);
        try (RawClient third = raw()) {
            third.sendFrames(HeldProcessor.call(ThriftProtocol.BINARY, "ping", 3));
            assertEquals(third.readReply(ThriftProtocol.BINARY).sequenceId(), 3);
        }
        assertEquals(threads.created(), 2);
    }

    /** An executor that would run a connection on the selector thread does not stop the server. */
    public void anExecutorThatRunsTasksOnItsCaller() throws Exception {
        ExecutorService executor = new ThreadPoolExecutor(
                1, 1, 1, TimeUnit.SECONDS, new SynchronousQueue<>(), new ThreadPoolExecutor.CallerRunsPolicy());
        serve(args -> args.executorService(executor));
        try (Client one = client()) {
            one.calls.ping();
            try (RawClient refused = raw()) {
                refused.assertClosedByServer();
            }
            one.calls.ping();
        }
        threads.assertOneThread(1, 2);
    }

    public void aConnectionWhoseContextCannotBeCreated() throws Exception {
        serve(args -> args.minWorkerThreads(0).maxWorkerThreads(1));
        threads.failing = true;
        try (LogCapture log = LogCapture.start();
                RawClient rejected = raw()) {
            rejected.assertClosedByServer();
            assertEquals(log.awaitCount("it could not be set up"), 1, log.text());
        }
        threads.failing = false;
        Await.that("the thread serves again", this::isServed);
    }

    /** A transport that knows something about its connection, as that of Hive knows the user. */
    private static final class Labelled extends TFramedTransport {
        private int calls;

        Labelled(TTransport inner) throws Exception {
            super(inner);
        }
    }

    private static final class LabelledFactory extends TTransportFactory {
        @Override
        public TTransport getTransport(TTransport inner) {
            try {
                return new Labelled(inner);
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
        }
    }

    /** Processors that cast the transport of a call find their own, around a TSocket, the same for all calls. */
    public void transportsOfTheProgram() throws Exception {
        TTransportFactory factory = new LabelledFactory();
        CompletableFuture<Integer> peer = new CompletableFuture<>();
        threads = new OwnThreads((in, out) -> {
            Labelled transport = (Labelled) out.getTransport();
            transport.calls++;
            peer.complete(((TSocket) transport.getInnerTransport()).getSocket().getPort());
            new Everything.Processor<>(new EverythingHandler("call " + transport.calls)).process(in, out);
        });
        serve(args -> args.transportFactory(factory));
        try (Client client = new Client(new TFramedTransport.Factory(), false)) {
            for (int i = 1; i <= 3; i++) {
                assertEquals(client.calls.whoami("x"), "call " + i + ": x");
            }
            assertEquals((int) peer.get(20, TimeUnit.SECONDS), localPort(client));
        }
        threads.assertOneThread(1, 3);
    }

    private static int localPort(Client client) {
        TTransport inner = ((TFramedTransport) client.transport).getInnerTransport();
        return ((TSocket) inner).getSocket().getLocalPort();
    }
}
