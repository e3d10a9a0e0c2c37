package io.grizzlythrift.compat;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertFalse;
import static org.testng.Assert.assertNotNull;
import static org.testng.Assert.assertTrue;
import static org.testng.Assert.expectThrows;

import io.grizzlythrift.message.ThriftProtocol;
import io.grizzlythrift.strategy.WorkerThreadStrategy;
import io.grizzlythrift.test.Await;
import io.grizzlythrift.test.LogCapture;
import io.grizzlythrift.test.everything.ClientKind;
import io.grizzlythrift.test.everything.EverythingClient;
import io.grizzlythrift.test.everything.EverythingHandler;
import io.grizzlythrift.test.gen.Everything;
import io.grizzlythrift.test.server.HeldProcessor;
import io.grizzlythrift.test.server.RawClient;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.util.List;
import java.util.concurrent.AbstractExecutorService;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;
import org.apache.thrift.TApplicationException;
import org.apache.thrift.TProcessor;
import org.apache.thrift.TProcessorFactory;
import org.apache.thrift.transport.TNonblockingServerSocket;
import org.apache.thrift.transport.TTransport;
import org.testng.annotations.AfterMethod;
import org.testng.annotations.Test;

/** Tests the lifecycle of a drop-in server, and which threads run its calls. */
@Test(timeOut = 60_000, singleThreaded = true)
public final class TGrizzlyServerTest {
    private final EverythingHandler handler = new EverythingHandler("served");
    private TNonblockingServerSocket socket;
    private TGrizzlyServer server;
    private int port;
    private CompletableFuture<Void> serving;
    private Thread main;

    private void make(TProcessor processor, UnaryOperator<TGrizzlyServer.Args> options) throws Exception {
        socket = new TNonblockingServerSocket(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
        port = socket.getPort();
        server = new TGrizzlyServer(options.apply(new TGrizzlyServer.Args(socket).processor(processor)));
    }

    private void make(UnaryOperator<TGrizzlyServer.Args> options) throws Exception {
        make(new Everything.Processor<>(handler), options);
    }

    private void serve() {
        serving = new CompletableFuture<>();
        main = new Thread(
                () -> {
                    try {
                        server.serve();
                        serving.complete(null);
                    } catch (RuntimeException | Error e) {
                        serving.completeExceptionally(e);
                    }
                },
                "serves");
        main.start();
        Await.that("serves", () -> server.isServing() || serving.isDone());
    }

    private void awaitEnd() throws Exception {
        serving.get(20, TimeUnit.SECONDS);
        assertFalse(server.isServing(), "isServing");
    }

    @AfterMethod(alwaysRun = true)
    void end() throws Exception {
        handler.releaseAll();
        if (server != null) {
            server.stop();
        }
        if (main != null) {
            main.join(20_000);
            main = null;
        }
    }

    private EverythingClient client() throws Exception {
        return ClientKind.FRAMED.open(port, ThriftProtocol.BINARY);
    }

    private RawClient raw() throws Exception {
        return new RawClient(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
    }

    /** Connections in the backlog of the server transport are accepted: its socket is never closed in between. */
    public void connectionsFromBeforeServe() throws Exception {
        make(args -> args);
        try (RawClient early = raw()) {
            early.sendFrames(HeldProcessor.call(ThriftProtocol.BINARY, "ping", 5));
            assertFalse(server.isServing());
            serve();
            assertEquals(early.readReply(ThriftProtocol.BINARY).sequenceId(), 5);
        }
    }

    public void stopDrains() throws Exception {
        make(args -> args);
        serve();
        try (EverythingClient client = client()) {
            CompletableFuture<String> reply = CompletableFuture.supplyAsync(() -> hold(client, "drained"));
            handler.held("drained").entered.get(20, TimeUnit.SECONDS);
            server.stop();
            Await.that("it listens no more", () -> !isListening());
            assertTrue(server.isServing(), "a call is in flight");
            assertTrue(server.getShouldStop(), "getShouldStop");
            handler.held("drained").reply.complete("answered");
            assertEquals(reply.get(20, TimeUnit.SECONDS), "answered");
        }
        awaitEnd();
        new ServerSocket(port, 1, InetAddress.getLoopbackAddress()).close();
    }

    private boolean isListening() {
        try {
            raw().close();
            return true;
        } catch (Exception e) {
            return false;
        }
    }

    private static String hold(EverythingClient client, String key) {
        try {
            return client.calls().hold(key);
        } catch (Exception e) {
            return e.toString();
        }
    }

    public void theStopTimeoutEndsTheDrain() throws Exception {
        make(args -> args.stopTimeoutVal(1).stopTimeoutUnit(TimeUnit.MILLISECONDS));
        serve();
        try (LogCapture log = LogCapture.start();
                EverythingClient client = client()) {
            CompletableFuture<String> reply = CompletableFuture.supplyAsync(() -> hold(client, "too long"));
            handler.held("too long").entered.get(20, TimeUnit.SECONDS);
            server.stop();
            handler.held("too long").interrupted.get(20, TimeUnit.SECONDS);
            assertFalse(reply.get(20, TimeUnit.SECONDS).isEmpty());
            awaitEnd();
            assertEquals(log.count("not all calls ended"), 1, log.text());
        }
    }

    public void stopBeforeServe() throws Exception {
        make(args -> args);
        server.stop();
        new ServerSocket(port, 1, InetAddress.getLoopbackAddress()).close();
        server.serve();
        assertFalse(server.isServing());
    }

    public void aHandlerMayStopTheServer() throws Exception {
        TProcessor stops = (in, out) -> {
            server.stop();
            new Everything.Processor<>(handler).process(in, out);
        };
        make(stops, args -> args);
        serve();
        try (EverythingClient client = client()) {
            assertEquals(client.calls().whoami("last"), "served: last");
        }
        awaitEnd();
    }

    public void setShouldStopStops() throws Exception {
        make(args -> args);
        server.setShouldStop(true);
        server.setShouldStop(false);
        serve();
        try (EverythingClient client = client()) {
            client.calls().ping();
        }
        server.setShouldStop(true);
        awaitEnd();
    }

    public void anInterruptStops() throws Exception {
        make(args -> args);
        CompletableFuture<Boolean> kept = new CompletableFuture<>();
        main = new Thread(() -> {
            server.serve();
            kept.complete(Thread.currentThread().isInterrupted());
        });
        main.start();
        Await.that("serves", server::isServing);
        try (EverythingClient client = client()) {
            CompletableFuture<String> reply =
                    CompletableFuture.supplyAsync(() -> hold(client, "drained by an interrupt"));
            handler.held("drained by an interrupt").entered.get(20, TimeUnit.SECONDS);
            main.interrupt();
            Await.that("stops", server::getShouldStop);
            handler.held("drained by an interrupt").reply.complete("answered");
            assertEquals(reply.get(20, TimeUnit.SECONDS), "answered");
        }
        assertTrue(kept.get(20, TimeUnit.SECONDS), "the interrupt is kept");
    }

    public void servesOnceOnly() throws Exception {
        make(args -> args);
        serve();
        expectThrows(IllegalStateException.class, server::serve);
        assertTrue(server.isServing(), "a second call of serve() harms nothing");
        try (EverythingClient client = client()) {
            client.calls().ping();
        }
    }

    /** The second call of a connection waits for the first one, as a program for libthrift's server may expect. */
    public void callsOfAConnectionRunInSequence() throws Exception {
        HeldProcessor held = new HeldProcessor();
        make(held, args -> args);
        serve();
        try (RawClient client = raw();
                RawClient other = raw()) {
            client.sendFrames(held(1), fast(2));
            held.awaitStart(1);
            client.sendFrames(fast(3));
            other.sendFrames(fast(4));
            assertEquals(other.readReply(ThriftProtocol.BINARY).sequenceId(), 4, "another connection");
            assertFalse(held.hasStarted(2) || held.hasStarted(3));
            held.release(1);
            for (int i = 1; i <= 3; i++) {
                assertEquals(client.readReply(ThriftProtocol.BINARY).sequenceId(), i);
            }
        }
    }

    public void aStrategyRunsCallsOfAConnectionConcurrently() throws Exception {
        HeldProcessor held = new HeldProcessor();
        make(held, args -> args.strategy(WorkerThreadStrategy.ofThreads(2)));
        serve();
        try (RawClient client = raw()) {
            client.sendFrames(held(1), fast(2));
            held.awaitStart(2);
            held.release(1);
        }
    }

    private static byte[] held(int sequenceId) throws Exception {
        return HeldProcessor.call(ThriftProtocol.BINARY, "hold", sequenceId);
    }

    private static byte[] fast(int sequenceId) throws Exception {
        return HeldProcessor.call(ThriftProtocol.BINARY, "fast", sequenceId);
    }

    public void withoutWorkerThreadsTheSelectorThreadRunsCalls() throws Exception {
        assertTrue(threadOfACall(args -> args.workerThreads(0)).getName().contains("-selector-"));
    }

    public void anExecutorRunsTheCalls() throws Exception {
        ExecutorService executor = Executors.newSingleThreadExecutor(task -> new Thread(task, "mine"));
        assertEquals(threadOfACall(args -> args.executorService(executor)).getName(), "mine");
        server.stop();
        awaitEnd();
        assertTrue(executor.isShutdown(), "shut down with the server");
    }

    private Thread threadOfACall(UnaryOperator<TGrizzlyServer.Args> options) throws Exception {
        HeldProcessor held = new HeldProcessor();
        make(held, options);
        serve();
        try (RawClient client = raw()) {
            client.sendFrames(fast(1));
            assertEquals(client.readReply(ThriftProtocol.BINARY).sequenceId(), 1);
            return held.awaitStart(1);
        }
    }

    public void callsThatTheExecutorRejectsGetAnErrorReply() throws Exception {
        make(args -> args.executorService(new Rejecting()));
        serve();
        try (EverythingClient client = client()) {
            for (int i = 0; i < 3; i++) {
                TApplicationException e = expectThrows(
                        TApplicationException.class, () -> client.calls().ping());
                assertTrue(e.getMessage().startsWith("rejected: "), e.getMessage());
            }
        }
    }

    private static final class Rejecting extends AbstractExecutorService {
        @Override
        public void execute(Runnable task) {
            throw new RejectedExecutionException();
        }

        @Override
        public void shutdown() {}

        @Override
        public List<Runnable> shutdownNow() {
            return List.of();
        }

        @Override
        public boolean isShutdown() {
            return false;
        }

        @Override
        public boolean isTerminated() {
            return true;
        }

        @Override
        public boolean awaitTermination(long timeout, TimeUnit unit) {
            return true;
        }
    }

    public void theProcessorFactoryIsCalledOncePerConnection() throws Exception {
        AtomicInteger asked = new AtomicInteger();
        make(args -> args.processorFactory(new TProcessorFactory(null) {
            @Override
            public TProcessor getProcessor(TTransport transport) {
                assertNotNull(transport);
                return new Everything.Processor<>(new EverythingHandler("handler " + asked.incrementAndGet()));
            }
        }));
        serve();
        for (int i = 1; i <= 3; i++) {
            try (EverythingClient client = client()) {
                assertEquals(client.calls().whoami("a"), "handler " + i + ": a");
                assertEquals(client.calls().whoami("b"), "handler " + i + ": b");
            }
        }
    }
}
