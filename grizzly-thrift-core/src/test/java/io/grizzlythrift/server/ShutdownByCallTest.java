package io.grizzlythrift.server;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertFalse;
import static org.testng.Assert.assertTrue;

import io.grizzlythrift.call.CallPriority;
import io.grizzlythrift.call.ServerInterceptor;
import io.grizzlythrift.message.ThriftProtocol;
import io.grizzlythrift.test.OwnLog;
import io.grizzlythrift.test.everything.AsyncEverything;
import io.grizzlythrift.test.everything.EverythingHandler;
import io.grizzlythrift.test.gen.Everything;
import io.grizzlythrift.test.server.RawClient;
import io.grizzlythrift.test.server.Requests;
import io.grizzlythrift.test.server.ServerThreads;
import io.grizzlythrift.test.server.Strategies;
import java.net.InetAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import java.util.logging.Level;
import org.apache.thrift.TProcessor;
import org.apache.thrift.TProcessorFactory;
import org.apache.thrift.transport.TTransport;
import org.testng.annotations.Test;

/** Tests that a call which stops its own server does not wait for itself. */
@Test(timeOut = 60_000, dataProvider = "strategies", dataProviderClass = Strategies.class)
public final class ShutdownByCallTest {
    private static final ThriftProtocol PROTOCOL = ThriftProtocol.BINARY;
    private static final Requests REQUESTS = new Requests(PROTOCOL);
    private static final Duration GRACE = Duration.ofMinutes(30);

    private final AtomicReference<ThriftServer> stopped = new AtomicReference<>();

    private void stop() {
        assertFalse(stopped.get().shutdown(GRACE), "drained, although a call is in flight");
        assertFalse(stopped.get().isReady());
    }

    /** The call that stops the server gets its reply, and the server stops long before its grace ends. */
    private void assertStops(Strategies strategy, TProcessor processor, Consumer<ThriftServerBuilder> options)
            throws Exception {
        ThriftServerBuilder builder = strategy.builder(processor).protocol(PROTOCOL);
        options.accept(builder);
        try (OwnLog log = OwnLog.start();
                ThriftServer server = builder.build().start();
                RawClient client = new RawClient(server)) {
            stopped.set(server);
            client.sendFrames(REQUESTS.echoString(1, "stop"));
            client.readReply(PROTOCOL).assertEchoString(1, "stop");
            assertTrue(server.awaitTermination(Duration.ofSeconds(40)), "it waits for its own call");
            assertEquals(log.count(Level.WARNING, "is stopped by a call of its own"), 1, log.all());
            assertEquals(log.count(Level.INFO, "not all calls ended"), 0, log.all());
            ServerThreads.assertEnd(ServerThreads.of(server));
        }
    }

    public void aHandler(Strategies strategy) throws Exception {
        EverythingHandler handler = new EverythingHandler() {
            @Override
            public String echoString(String value) {
                stop();
                stop(); // again: warns once
                return value;
            }
        };
        assertStops(strategy, new Everything.Processor<>(handler), builder -> {});
    }

    public void anInterceptor(Strategies strategy) throws Exception {
        ServerInterceptor interceptor = call -> {
            stop();
            return outcome -> stop();
        };
        assertStops(
                strategy,
                new Everything.Processor<>(new EverythingHandler()),
                builder -> builder.interceptor(interceptor));
    }

    /** The listener of an asynchronous call runs on the thread of the user that completes the call. */
    public void theEndOfAnAsynchronousCall(Strategies strategy) throws Exception {
        AsyncEverything handler = new AsyncEverything(task -> new Thread(task).start());
        assertStops(strategy, handler.processor(), builder -> builder.interceptor(call -> outcome -> stop()));
    }

    /** A selector thread that waited would read and close no connection meanwhile. */
    @Test(timeOut = 60_000, dataProvider = "strategiesOfSeveralThreads", dataProviderClass = Strategies.class)
    public void aClassifierOfPriorities(Strategies strategy) throws Exception {
        TProcessor processor = new Everything.Processor<>(new EverythingHandler());
        AtomicBoolean isFirst = new AtomicBoolean(true);
        assertStopsWhileReading(
                strategy,
                builder -> builder.processor(processor).priorities(call -> {
                    if (isFirst.getAndSet(false)) {
                        stop();
                    }
                    return CallPriority.NORMAL;
                }));
    }

    /** It is called when a connection is accepted. */
    public void aProcessorFactory(Strategies strategy) throws Exception {
        TProcessor processor = new Everything.Processor<>(new EverythingHandler());
        assertStopsWhileReading(
                strategy,
                builder -> builder.processorFactory(new TProcessorFactory(processor) {
                    @Override
                    public TProcessor getProcessor(TTransport transport) {
                        stop();
                        return processor;
                    }
                }));
    }

    /** The drain waits for the response with the metrics. */
    public void whatMakesMetrics(Strategies strategy) throws Exception {
        try (ThriftServer server = strategy.builder(new Everything.Processor<>(new EverythingHandler()))
                        .http(true)
                        .build()
                        .start();
                Socket client = new Socket(InetAddress.getLoopbackAddress(), server.port())) {
            stopped.set(server);
            server.publishMetrics(() -> {
                stop();
                return "stops 1\n";
            });
            client.getOutputStream().write("GET /metrics HTTP/1.1\r\nHost: h\r\n\r\n".getBytes(US_ASCII));
            String response = new String(client.getInputStream().readAllBytes(), US_ASCII);
            assertTrue(response.endsWith("stops 1\n"), response);
            assertTrue(server.awaitTermination(Duration.ofSeconds(40)), "it waits for its own response");
        }
    }

    private void assertStopsWhileReading(Strategies strategy, UnaryOperator<ThriftServerBuilder> options)
            throws Exception {
        ThriftServerBuilder builder = options.apply(ThriftServer.builder()
                .listen("127.0.0.1", 0)
                .strategy(strategy.ofThreads(Strategies.THREADS))
                .protocol(PROTOCOL));
        ThriftServer server = builder.build();
        stopped.set(server);
        server.start();
        try (RawClient client = new RawClient(server)) {
            client.sendFrames(REQUESTS.echoString(1, "stop"));
            client.readReply(PROTOCOL); // or a rejection
            assertTrue(server.awaitTermination(Duration.ofSeconds(40)), "the selector waits for itself");
        } finally {
            server.close();
        }
    }

    /** A call of another server waits as any other thread does. */
    public void aHandlerOfAnotherServer(Strategies strategy) throws Exception {
        CompletableFuture<Boolean> drained = new CompletableFuture<>();
        ThriftServer first = strategy.builder(new Everything.Processor<>(new EverythingHandler()))
                .build()
                .start();
        EverythingHandler handler = new EverythingHandler() {
            @Override
            public String echoString(String value) {
                drained.complete(first.shutdown(GRACE));
                return value;
            }
        };
        try (ThriftServer second = strategy.builder(new Everything.Processor<>(handler))
                        .protocol(PROTOCOL)
                        .build()
                        .start();
                RawClient client = new RawClient(second)) {
            client.sendFrames(REQUESTS.echoString(1, "stop"));
            client.readReply(PROTOCOL).assertEchoString(1, "stop");
            assertEquals(Optional.of(drained.get(1, TimeUnit.SECONDS)), Optional.of(true));
        }
    }
}
