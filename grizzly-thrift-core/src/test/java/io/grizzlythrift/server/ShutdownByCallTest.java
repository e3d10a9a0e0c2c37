package io.grizzlythrift.server;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertFalse;
import static org.testng.Assert.assertTrue;

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
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.logging.Level;
import org.apache.thrift.TProcessor;
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
