package io.grizzlythrift.internal.metrics;

import static org.testng.Assert.assertEquals;

import io.grizzlythrift.call.CallContext;
import io.grizzlythrift.call.ServerCallOutcome;
import io.grizzlythrift.inspect.Listing;
import io.grizzlythrift.inspect.SlowCall;
import io.grizzlythrift.message.ThriftProtocol;
import io.grizzlythrift.server.ThriftServer;
import io.grizzlythrift.test.Await;
import io.grizzlythrift.test.OwnLog;
import io.grizzlythrift.test.server.HeldProcessor;
import io.grizzlythrift.test.server.RawClient;
import io.grizzlythrift.test.server.Strategies;
import java.lang.reflect.Proxy;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.logging.Level;
import org.testng.annotations.Test;

/** Tests which calls are logged as slow, and how often. */
public final class SlowCallLogTest {
    private static final Duration THRESHOLD = Duration.ofSeconds(1);

    private final AtomicLong clock = new AtomicLong();
    private final SlowCallLog log = new SlowCallLog("store", THRESHOLD, clock::get);

    /** Creates an object whose methods return fixed values, by their names. */
    private static <T> T fixed(Class<T> type, Map<String, Object> values) {
        return type.cast(Proxy.newProxyInstance(
                type.getClassLoader(), new Class<?>[] {type}, (proxy, method, args) -> values.get(method.getName())));
    }

    private void call(Duration queued, Duration handled) {
        call(log, queued, handled);
    }

    private static void call(SlowCallLog log, Duration queued, Duration handled) {
        CallContext call = fixed(
                CallContext.class,
                Map.of(
                        "method",
                        "get\nAll",
                        "service",
                        Optional.of("Maps"),
                        "identity",
                        Optional.empty(),
                        "peerAddress",
                        new InetSocketAddress(InetAddress.getLoopbackAddress(), 4711)));
        ServerCallOutcome outcome = fixed(
                ServerCallOutcome.class,
                Map.of("queued", queued, "handled", handled, "messageBytes", 300, "replyBytes", 70_000));
        log.begin(call).ended(outcome);
    }

    /** The newest first, and no more than there is room for. */
    @Test
    void remembersTheLastOnes() {
        SlowCallLog remembering = new SlowCallLog("store", THRESHOLD, clock::get);
        assertEquals(remembering.last(10), Listing.empty());
        for (int i = 0; i < 150; i++) {
            call(remembering, Duration.ofSeconds(i + 1), Duration.ZERO);
        }
        Listing<SlowCall> last = remembering.last(2);
        assertEquals(last.total(), 150);
        assertEquals(
                last.items().stream().map(SlowCall::queued).toList(),
                List.of(Duration.ofSeconds(150), Duration.ofSeconds(149)));
        assertEquals(last.items().get(0).peer(), "127.0.0.1:4711");
        assertEquals(remembering.last(1_000).items().size(), 100);
    }

    @Test
    void oneLinePerSecondAboutCallsOverTheThreshold() {
        try (OwnLog lines = OwnLog.start()) {
            call(Duration.ZERO, THRESHOLD.minusNanos(1));
            assertEquals(lines.lines(Level.WARNING), List.of());
            call(Duration.ofMillis(250), Duration.ofMillis(750));
            call(THRESHOLD, Duration.ZERO);
            call(Duration.ZERO, THRESHOLD);
            clock.addAndGet(TimeUnit.SECONDS.toNanos(1));
            call(Duration.ZERO, Duration.ofMillis(1_500));
            assertEquals(
                    lines.lines(Level.WARNING),
                    List.of(
                            "server 'store': slow call Maps:get?All from localhost/127.0.0.1:4711: 250 ms in queue,"
                                    + " 750 ms in its handler, 300 bytes in, 70000 bytes out",
                            "server 'store': slow call Maps:get?All from localhost/127.0.0.1:4711: 0 ms in queue,"
                                    + " 1500 ms in its handler, 300 bytes in, 70000 bytes out"
                                    + " (and 2 more in the last second)"));
        }
    }

    @Test(timeOut = 60_000, dataProvider = "strategies", dataProviderClass = Strategies.class)
    void ofAServer(Strategies strategy) throws Exception {
        Duration threshold = Duration.ofMillis(2);
        HeldProcessor processor = new HeldProcessor();
        try (OwnLog lines = OwnLog.start();
                ThriftServer server = strategy.builder(processor)
                        .slowCallThreshold(threshold)
                        .build()
                        .start();
                RawClient client = new RawClient(server)) {
            client.sendFrames(HeldProcessor.call(ThriftProtocol.BINARY, "hold", 1));
            processor.awaitStart(1);
            Await.pass(threshold);
            processor.release(1);
            client.readReply(ThriftProtocol.BINARY);
            assertEquals(lines.awaitCount(Level.WARNING, "slow call hold from /127.0.0.1:"), 1, lines.all());
        }
    }
}
