package io.grizzlythrift.http;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertThrows;
import static org.testng.Assert.assertTrue;
import static org.testng.Assert.expectThrows;

import io.grizzlythrift.call.CallContext;
import io.grizzlythrift.memory.MemoryPart;
import io.grizzlythrift.message.ThriftProtocol;
import io.grizzlythrift.test.Await;
import io.grizzlythrift.test.LogCapture;
import io.grizzlythrift.test.TestSize;
import io.grizzlythrift.test.UniqueName;
import io.grizzlythrift.test.everything.ClientKind;
import io.grizzlythrift.test.everything.EverythingHandler;
import io.grizzlythrift.test.everything.TestValues;
import io.grizzlythrift.test.gen.Colour;
import io.grizzlythrift.test.gen.Everything;
import io.grizzlythrift.test.gen.Refused;
import io.grizzlythrift.test.server.ServerThreads;
import io.grizzlythrift.test.server.Strategies;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.apache.hc.client5.http.impl.classic.CloseableHttpClient;
import org.apache.hc.client5.http.impl.classic.HttpClients;
import org.apache.thrift.TApplicationException;
import org.apache.thrift.protocol.TMultiplexedProtocol;
import org.apache.thrift.transport.THttpClient;
import org.apache.thrift.transport.TTransportException;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/** Tests calls of libthrift's THttpClient to a service of Grizzly's HttpServer. */
@Test(timeOut = 60_000)
public final class HttpClientsTest {
    private static final int THREADS = 8;
    private static final int CALLS = TestSize.of(25, 100);

    private static HttpHost start(Strategies strategy, ThriftProtocol protocol, EverythingHandler handler)
            throws Exception {
        return new HttpHost(ThriftHttpHandler.builder()
                .name(UniqueName.of("http"))
                .strategy(strategy.ofThreads(Strategies.THREADS))
                .limits(Strategies.patient().build())
                .shutdownGrace(Await.LONG)
                .protocol(protocol)
                .processor(new Everything.Processor<>(handler))
                .build());
    }

    @DataProvider
    static Object[][] combinations() {
        return Strategies.strategiesAndProtocols();
    }

    @Test(dataProvider = "combinations")
    public void everyKindOfCall(Strategies strategy, ThriftProtocol protocol) throws Exception {
        EverythingHandler handler = new EverythingHandler();
        try (HttpHost host = start(strategy, protocol, handler)) {
            Everything.Client client = host.client(protocol);
            for (int round = 0; round < 3; round++) {
                client.ping();
                assertEquals(client.echoI64(Long.MIN_VALUE), Long.MIN_VALUE);
                assertEquals(client.echoEnum(Colour.BLUE), Colour.BLUE);
                assertEquals(client.echoMixed(TestValues.fullMixed()), TestValues.fullMixed());
                assertEquals(expectThrows(Refused.class, () -> client.judge(1)).getCode(), 41);
                assertEquals(
                        expectThrows(TApplicationException.class, () -> client.fail("RUNTIME"))
                                .getType(),
                        TApplicationException.INTERNAL_ERROR);
                String note = "oneway " + round;
                client.note(note);
                assertEquals(handler.noted(note).get(20, TimeUnit.SECONDS), note);
                assertEquals(client.whoami("after"), "everything: after");
            }
            assertEquals(host.counters().calls(), 24);
            assertEquals(host.counters().rejectedCalls(), 0);
            Await.that("calls stay in flight", () -> host.counters().inFlight() == 0);
        }
    }

    /** Tests requests and replies that take one read, several or many. */
    @Test(dataProvider = "combinations")
    public void largeMessages(Strategies strategy, ThriftProtocol protocol) throws Exception {
        try (HttpHost host = start(strategy, protocol, new EverythingHandler())) {
            Everything.Client client = host.client(protocol);
            for (int length : new int[] {0, 1, 4_000, 8_192, 70_000, largest(protocol)}) {
                String text = "ö".repeat(length / 2);
                assertEquals(client.echoString(text), text);
                ByteBuffer bytes = ByteBuffer.wrap(new byte[length]);
                assertEquals(client.echoBinary(bytes.duplicate()), bytes);
            }
            assertEquals(host.counters().bufferedBytes(MemoryPart.PARTIAL_FRAMES), 0);
        }
    }

    /**
     * Returns the size of the largest message, which is smaller in JSON, because libthrift encodes and decodes that
     * byte by byte.
     */
    private static int largest(ThriftProtocol protocol) {
        return protocol == ThriftProtocol.JSON ? 500_000 : TestSize.of(500_000, 3_000_000);
    }

    public void anUnknownMethodGetsAnErrorReply() throws Exception {
        try (HttpHost host = start(Strategies.WORKER_THREAD, ThriftProtocol.BINARY, new EverythingHandler())) {
            THttpClient transport = new THttpClient(host.url());
            Everything.Client misled = new Everything.Client(
                    new TMultiplexedProtocol(ThriftProtocol.BINARY.getProtocol(transport), "nobody"));
            assertEquals(
                    expectThrows(TApplicationException.class, misled::ping).getType(),
                    TApplicationException.UNKNOWN_METHOD);
        }
    }

    public void severalServicesOnOnePath() throws Exception {
        ThriftHttpHandler handler = ThriftHttpHandler.builder()
                .name(UniqueName.of("http"))
                .limits(Strategies.patient().build())
                .service("first", new Everything.Processor<>(new EverythingHandler("1")))
                .service("second", new Everything.Processor<>(new EverythingHandler("2")))
                .build();
        try (HttpHost host = new HttpHost(handler)) {
            for (String name : List.of("first", "second", "first")) {
                THttpClient transport = new THttpClient(host.url());
                Everything.Client client = new Everything.Client(
                        new TMultiplexedProtocol(ThriftProtocol.BINARY.getProtocol(transport), name));
                assertEquals(client.whoami(name), (name.equals("first") ? "1: " : "2: ") + name);
            }
        }
    }

    /** THttpClient with Apache's HttpClient, which keeps its connection. */
    @Test(dataProvider = "combinations")
    public void withApacheHttpClient(Strategies strategy, ThriftProtocol protocol) throws Exception {
        try (HttpHost host = start(strategy, protocol, new EverythingHandler());
                CloseableHttpClient http = HttpClients.createDefault()) {
            Everything.Client client = new Everything.Client(
                    protocol.getProtocol(new THttpClient(ClientKind.configuration(), host.url(), http)));
            for (int i = 0; i < 20; i++) {
                assertEquals(client.echoString("text " + i), "text " + i);
                client.note("note " + i);
            }
            String large = "x".repeat(1_000_000);
            assertEquals(client.echoString(large), large);
        }
    }

    @Test(dataProvider = "combinations")
    public void manyConcurrentClients(Strategies strategy, ThriftProtocol protocol) throws Exception {
        ExecutorService callers = Executors.newFixedThreadPool(THREADS);
        try (HttpHost host = start(strategy, protocol, new EverythingHandler())) {
            List<Future<Integer>> ends = new ArrayList<>();
            for (int caller = 0; caller < THREADS; caller++) {
                Callable<Integer> calls = calls(host.client(protocol), caller);
                ends.add(callers.submit(calls));
            }
            for (Future<Integer> end : ends) {
                assertEquals(end.get(50, TimeUnit.SECONDS), (Integer) CALLS);
            }
            assertEquals(host.counters().calls(), (long) THREADS * CALLS);
        } finally {
            callers.shutdownNow();
        }
    }

    private static Callable<Integer> calls(Everything.Client client, int caller) {
        return () -> {
            for (int i = 0; i < CALLS; i++) {
                String text = caller + " " + i + "x".repeat(i * 97 % 20_000);
                assertEquals(client.echoString(text), text);
            }
            return CALLS;
        };
    }

    /** Handlers see the address of the peer. Calls share one connection while the client keeps it. */
    public void theContextOfACall() throws Exception {
        List<CallContext> contexts = new ArrayList<>();
        Everything.Processor<EverythingHandler> processor = new Everything.Processor<>(new EverythingHandler());
        ThriftHttpHandler handler = ThriftHttpHandler.builder()
                .name(UniqueName.of("http"))
                .limits(Strategies.patient().callTimeout(Duration.ofHours(1)).build())
                .processor((in, out) -> {
                    contexts.add(CallContext.current().orElseThrow());
                    processor.process(in, out);
                })
                .build();
        try (HttpHost host = new HttpHost(handler);
                CloseableHttpClient http = HttpClients.createDefault()) {
            Everything.Client client = new Everything.Client(
                    ThriftProtocol.BINARY.getProtocol(new THttpClient(ClientKind.configuration(), host.url(), http)));
            client.ping();
            client.echoUuid(UUID.randomUUID());
            assertEquals(contexts.get(0).method(), "ping");
            assertEquals(contexts.get(1).method(), "echoUuid");
            assertTrue(((InetSocketAddress) contexts.get(0).peerAddress())
                    .getAddress()
                    .isLoopbackAddress());
            assertEquals(contexts.get(1).peerAddress(), contexts.get(0).peerAddress(), "one connection");
            assertTrue(contexts.get(0).remaining().compareTo(Duration.ofMinutes(50)) > 0);
            assertTrue(contexts.get(1).messageBytes() > contexts.get(0).messageBytes());
        }
    }

    /** The factory is called once per connection, and its failure is reported as a server error. */
    public void aProcessorFactoryThatFails() throws Exception {
        org.apache.thrift.TProcessorFactory factory = new org.apache.thrift.TProcessorFactory(null) {
            @Override
            public org.apache.thrift.TProcessor getProcessor(org.apache.thrift.transport.TTransport transport) {
                throw new IllegalStateException("made up by a test");
            }
        };
        try (LogCapture log = LogCapture.start();
                HttpHost host = new HttpHost(ThriftHttpHandler.builder()
                        .name(UniqueName.of("http"))
                        .processorFactory(factory)
                        .build())) {
            TTransportException failure = expectThrows(
                    TTransportException.class,
                    () -> host.client(ThriftProtocol.BINARY).ping());
            assertTrue(failure.getMessage().contains("500"), failure.getMessage());
            assertEquals(log.count("the processor factory failed"), 1, log.text());
        }
    }

    /** The handler belongs to one HttpServer and restarts with it. */
    public void theServerStartsItsHandler() throws Exception {
        String name = UniqueName.of("again");
        ThriftHttpHandler handler = ThriftHttpHandler.builder()
                .name(name)
                .limits(Strategies.patient().build())
                .processor(new Everything.Processor<>(new EverythingHandler()))
                .build();
        assertThrows(IllegalStateException.class, handler::counters);
        for (int round = 0; round < 2; round++) {
            try (HttpHost host = new HttpHost(handler)) {
                host.client(ThriftProtocol.BINARY).ping();
                assertEquals(handler.counters().calls(), 1);
            }
            Await.that("a thread is left", () -> ServerThreads.of(name).isEmpty());
        }
        assertThrows(
                IllegalStateException.class, () -> ThriftHttpHandler.builder().build());
    }

    /** Calls in flight when the HttpServer stops get their replies; the server waits for them. */
    @Test(dataProvider = "strategiesOfSeveralThreads", dataProviderClass = Strategies.class)
    public void drain(Strategies strategy) throws Exception {
        EverythingHandler handler = new EverythingHandler();
        HttpHost host = start(strategy, ThriftProtocol.COMPACT, handler);
        ExecutorService threads = Executors.newCachedThreadPool();
        try {
            Everything.Client client = host.client(ThriftProtocol.COMPACT);
            Future<String> held = threads.submit(() -> client.hold("key"));
            handler.held("key").entered.get(20, TimeUnit.SECONDS);
            CompletableFuture<Void> stopped = CompletableFuture.runAsync(host::close, threads);
            Everything.Client late = host.client(ThriftProtocol.COMPACT);
            Await.that("calls are not rejected", () -> isRejected(late));
            assertTrue(!stopped.isDone(), "did not wait");
            String large = "answer".repeat(200_000);
            handler.held("key").reply.complete(large);
            assertEquals(held.get(20, TimeUnit.SECONDS), large);
            stopped.get(20, TimeUnit.SECONDS);
        } finally {
            handler.releaseAll();
            host.close();
            threads.shutdownNow();
        }
    }

    private static boolean isRejected(Everything.Client client) {
        try {
            client.ping();
            return false;
        } catch (TApplicationException e) {
            assertTrue(e.getMessage().startsWith("rejected: "), e.getMessage());
            return true;
        } catch (org.apache.thrift.TException e) {
            throw new AssertionError(e);
        }
    }

    /** A handler that does not end within the grace is interrupted, and its call still gets a reply. */
    public void aHandlerThatOutlastsTheGrace() throws Exception {
        EverythingHandler handler = new EverythingHandler();
        HttpHost host = new HttpHost(ThriftHttpHandler.builder()
                .name(UniqueName.of("http"))
                .processor(new Everything.Processor<>(handler))
                .limits(Strategies.patient().build())
                .shutdownGrace(Duration.ZERO)
                .build());
        ExecutorService threads = Executors.newCachedThreadPool();
        try {
            Everything.Client client = host.client(ThriftProtocol.BINARY);
            Future<String> held = threads.submit(() -> client.hold("key"));
            handler.held("key").entered.get(20, TimeUnit.SECONDS);
            host.close();
            handler.held("key").interrupted.get(20, TimeUnit.SECONDS);
            assertThrows(java.util.concurrent.ExecutionException.class, () -> held.get(20, TimeUnit.SECONDS));
        } finally {
            handler.releaseAll();
            host.close();
            threads.shutdownNow();
        }
    }
}
