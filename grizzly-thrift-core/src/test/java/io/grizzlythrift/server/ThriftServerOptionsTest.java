package io.grizzlythrift.server;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertSame;
import static org.testng.Assert.assertTrue;
import static org.testng.Assert.expectThrows;

import io.grizzlythrift.call.ReplyOrder;
import io.grizzlythrift.frame.Dialect;
import io.grizzlythrift.limits.ConcurrencyLimit;
import io.grizzlythrift.limits.ServerLimits;
import io.grizzlythrift.message.ThriftProtocol;
import io.grizzlythrift.strategy.LeaderFollowerStrategy;
import io.grizzlythrift.strategy.ProcessingStrategy;
import io.grizzlythrift.strategy.SameThreadStrategy;
import io.grizzlythrift.strategy.WorkerThreadStrategy;
import io.grizzlythrift.test.UniqueName;
import io.grizzlythrift.test.everything.EverythingHandler;
import io.grizzlythrift.test.gen.Everything;
import java.io.IOException;
import java.nio.channels.ServerSocketChannel;
import java.time.Duration;
import java.util.Arrays;
import org.apache.thrift.TProcessor;
import org.apache.thrift.TProcessorFactory;
import org.testng.Assert.ThrowingRunnable;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/**
 * Tests that every option is checked when it is set, and that the exception names the option, the value and the bounds.
 */
@Test(timeOut = 20_000)
public final class ThriftServerOptionsTest {
    private static final TProcessor PROCESSOR = new Everything.Processor<>(new EverythingHandler());

    private static ThriftServerBuilder builder() {
        return ThriftServer.builder()
                .name(UniqueName.of("options"))
                .listen("127.0.0.1", 0)
                .processor(PROCESSOR);
    }

    private static ConcurrencyLimit concurrency() {
        return ConcurrencyLimit.adaptive();
    }

    private static Object[] row(ThrowingRunnable attempt, String... words) {
        return new Object[] {attempt, String.join(" ", words), words};
    }

    @DataProvider
    static Object[][] outOfBounds() {
        return new Object[][] {
            row(() -> builder().listen("127.0.0.1", -1), "port", "-1", "0", "65535"),
            row(() -> builder().listen("127.0.0.1", 65_536), "port", "65536", "0", "65535"),
            row(ThriftServerOptionsTest::adoptUnbound, "is not bound"),
            row(() -> builder().selectorThreads(0), "selectorThreads", "0", "1", "256"),
            row(() -> builder().selectorThreads(257), "selectorThreads", "257", "1", "256"),
            row(() -> ServerLimits.builder().maxFrameBytes(0), "maxFrameBytes", "0", "1", "1073741824"),
            row(() -> ServerLimits.builder().maxFrameBytes(-1), "maxFrameBytes", "-1", "1", "1073741824"),
            row(
                    () -> ServerLimits.builder().maxFrameBytes((1 << 30) + 1),
                    "maxFrameBytes",
                    "1073741825",
                    "1",
                    "1073741824"),
            row(() -> builder().backlog(0), "backlog", "0", "1", "65535"),
            row(() -> builder().backlog(65_536), "backlog", "65536", "1", "65535"),
            row(() -> builder().shutdownGrace(Duration.ofMillis(-1)), "shutdownGrace", "PT-0.001S", "PT0S", "PT1H"),
            row(() -> builder().shutdownGrace(Duration.ofHours(2)), "shutdownGrace", "PT2H", "PT0S", "PT1H"),
            row(() -> builder().shutdownGrace(Duration.ofSeconds(Long.MAX_VALUE)), "shutdownGrace", "PT1H"),
            row(() -> builder().drainDelay(Duration.ofNanos(-1)), "drainDelay", "PT-0.000000001S", "PT0S", "PT1H"),
            row(() -> builder().drainDelay(Duration.ofMinutes(61)), "drainDelay", "PT1H1M", "PT0S", "PT1H"),
            row(() -> builder().slowCallThreshold(Duration.ZERO), "slowCallThreshold", "PT0S", "PT0.001S", "PT1H"),
            row(() -> builder().slowCallThreshold(Duration.ofMinutes(61)), "slowCallThreshold", "PT1H1M", "PT1H"),
            row(() -> concurrency().withBounds(0, 5), "concurrencyLimit min", "0", "1", "16777216"),
            row(() -> concurrency().withBounds(16_777_217, 16_777_217), "concurrencyLimit min", "16777217", "16777216"),
            row(() -> concurrency().withBounds(5, 4), "concurrencyLimit max", "4", "5", "16777216"),
            row(() -> concurrency().withBounds(5, 16_777_217), "concurrencyLimit max", "16777217", "16777216"),
            row(() -> concurrency().withTolerance(0.99), "concurrencyLimit tolerance", "0.99", "1", "100"),
            row(() -> concurrency().withTolerance(100.1), "concurrencyLimit tolerance", "100.1", "1", "100"),
            row(() -> concurrency().withTolerance(Double.NaN), "concurrencyLimit tolerance", "NaN", "1", "100"),
            row(() -> builder().dialects(), "dialects", "[]", "[FRAMED, UNFRAMED, HEADER]"),
            row(
                    () -> builder().dialects(Dialect.FRAMED, Dialect.HTTP),
                    "dialects",
                    "HTTP",
                    "[FRAMED, UNFRAMED, HEADER]",
                    "http(true)"),
            row(() -> builder().dialects(Dialect.HTTP), "dialects", "[HTTP]", "[FRAMED, UNFRAMED, HEADER]"),
            row(() -> builder().name(" "), "name", "blank"),
            row(() -> builder().service("", PROCESSOR), "service name", "''"),
            row(() -> builder().service("a:b", PROCESSOR), "service name", "'a:b'", "colon"),
            row(() -> builder().service("a", PROCESSOR).service("a", PROCESSOR), "service name", "'a'", "already"),
            row(() -> WorkerThreadStrategy.ofThreads(0), "threads", "0", "1", "10000"),
            row(() -> WorkerThreadStrategy.ofThreads(10_001), "threads", "10001", "1", "10000"),
            row(() -> WorkerThreadStrategy.create().withQueueCapacity(0), "queueCapacity", "0", "1"),
            row(() -> LeaderFollowerStrategy.ofThreads(0), "threads", "0", "1", "10000"),
            row(() -> LeaderFollowerStrategy.ofThreads(10_001), "threads", "10001", "1", "10000"),
            row(() -> LeaderFollowerStrategy.create().withQueueCapacity(-5), "queueCapacity", "-5", "1"),
        };
    }

    private static void adoptUnbound() throws IOException {
        try (ServerSocketChannel unbound = ServerSocketChannel.open()) {
            builder().adopt(unbound);
        }
    }

    @Test(dataProvider = "outOfBounds")
    public void aBadValueIsNamed(ThrowingRunnable attempt, String name, String[] words) {
        IllegalArgumentException failure = expectThrows(IllegalArgumentException.class, attempt);
        for (String word : words) {
            assertTrue(failure.getMessage().contains(word), "no '" + word + "' in: " + failure.getMessage());
        }
    }

    @DataProvider
    static Object[][] nulls() {
        return new Object[][] {
            row(() -> builder().listen(null, 0), "host"),
            row(() -> builder().adopt(null), "bound"),
            row(() -> builder().name(null), "name"),
            row(() -> builder().protocol(null), "protocol"),
            row(() -> ThriftServer.builder().processor(null), "processor"),
            row(() -> ThriftServer.builder().processorFactory(null), "processorFactory"),
            row(() -> builder().service(null, PROCESSOR), "service name"),
            row(() -> builder().service("a", null), "processor"),
            row(() -> builder().strategy(null), "strategy"),
            row(() -> builder().replyOrder(null), "replyOrder"),
            row(() -> builder().shutdownGrace(null), "shutdownGrace"),
            row(() -> builder().drainDelay(null), "drainDelay"),
            row(() -> builder().priorities(null), "priorities"),
            row(() -> builder().slowCallThreshold(null), "slowCallThreshold"),
            row(() -> ServerLimits.builder().concurrencyLimit(null), "concurrencyLimit"),
        };
    }

    @Test(dataProvider = "nulls")
    public void nullIsNamed(ThrowingRunnable attempt, String name, String[] words) {
        NullPointerException failure = expectThrows(NullPointerException.class, attempt);
        assertTrue(failure.getMessage().contains(words[0]), failure.getMessage());
    }

    public void whatIsMissing() {
        IllegalStateException noAddress = expectThrows(
                IllegalStateException.class,
                () -> ThriftServer.builder().processor(PROCESSOR).build());
        assertTrue(noAddress.getMessage().contains("listen"), noAddress.getMessage());
        IllegalStateException noProcessor = expectThrows(
                IllegalStateException.class,
                () -> ThriftServer.builder().listen("127.0.0.1", 0).build());
        assertTrue(noProcessor.getMessage().contains("processor"), noProcessor.getMessage());
    }

    public void onePlainProcessorOnly() {
        expectThrows(IllegalStateException.class, () -> builder().processor(PROCESSOR));
        expectThrows(IllegalStateException.class, () -> builder().processorFactory(new TProcessorFactory(PROCESSOR)));
    }

    /** The configuration returns exactly the values that were set. */
    public void theConfigurationIsWhatWasSet() {
        for (ProcessingStrategy strategy : Arrays.asList(
                SameThreadStrategy.create(), WorkerThreadStrategy.ofThreads(3), LeaderFollowerStrategy.ofThreads(5))) {
            ThriftServerConfig config = builder()
                    .name("configured")
                    .protocol(ThriftProtocol.JSON)
                    .strategy(strategy)
                    .replyOrder(ReplyOrder.AS_COMPLETED)
                    .selectorThreads(2)
                    .limits(ServerLimits.builder().maxFrameBytes(7).build())
                    .backlog(11)
                    .shutdownGrace(Duration.ofMillis(13))
                    .build()
                    .config();
            assertEquals(config.name(), "configured");
            assertSame(config.protocol().orElseThrow(), ThriftProtocol.JSON);
            assertSame(config.strategy(), strategy);
            assertEquals(config.replyOrder(), ReplyOrder.AS_COMPLETED);
            assertEquals(config.selectorThreads(), 2);
            assertEquals(config.limits().maxFrameBytes(), 7);
            assertEquals(config.backlog(), 11);
            assertEquals(config.shutdownGrace(), Duration.ofMillis(13));
            assertEquals(config.addresses().size(), 1);
        }
    }
}
