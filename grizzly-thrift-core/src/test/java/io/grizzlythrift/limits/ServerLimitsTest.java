package io.grizzlythrift.limits;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertFalse;
import static org.testng.Assert.assertSame;
import static org.testng.Assert.assertTrue;
import static org.testng.Assert.expectThrows;

import com.sun.management.UnixOperatingSystemMXBean;
import io.grizzlythrift.internal.dispatch.TimeoutMonitor;
import io.grizzlythrift.server.ThriftServerBuilder;
import io.grizzlythrift.test.server.HeldProcessor;
import io.grizzlythrift.test.server.Strategies;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.TimeUnit;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/** Tests that every limit accepts both of its bounds and nothing beyond, and returns its value or its default. */
@Test(timeOut = 20_000)
public final class ServerLimitsTest {
    private static final Duration MIN_TIME = Duration.ofMillis(1);
    private static final Duration HOUR = Duration.ofHours(1);
    private static final Duration YEAR = Duration.ofDays(365);

    /** One option: its setter and getter, its bounds, and the values just outside them. */
    private record Option<T>(
            String name,
            BiFunction<ServerLimits.Builder, T, ServerLimits.Builder> setter,
            Function<ServerLimits, T> getter,
            T min,
            T max,
            T below,
            T above) {
        /** Sets the other limit of write-buffer bytes so that this one can have any value. */
        T afterSetting(T value) {
            ServerLimits.Builder builder = ServerLimits.builder()
                    .writeBufferHighWaterMark(1)
                    .maxWriteBufferBytes(ServerLimits.MAX_WRITE_BUFFER_BYTES);
            return getter.apply(setter.apply(builder, value).build());
        }

        @Override
        public String toString() {
            return name;
        }
    }

    private static Object[] number(
            String name,
            BiFunction<ServerLimits.Builder, Integer, ServerLimits.Builder> setter,
            Function<ServerLimits, Integer> getter,
            int max) {
        return new Object[] {new Option<>(name, setter, getter, 1, max, 0, max + 1)};
    }

    private static Object[] time(
            String name,
            BiFunction<ServerLimits.Builder, Duration, ServerLimits.Builder> setter,
            Function<ServerLimits, Duration> getter,
            Duration max) {
        return new Object[] {new Option<>(name, setter, getter, MIN_TIME, max, MIN_TIME.minusNanos(1), max.plusNanos(1))
        };
    }

    @DataProvider
    static Object[][] numbers() {
        return new Object[][] {
            number("maxConnections", ServerLimits.Builder::maxConnections, ServerLimits::maxConnections, 1_000_000),
            number(
                    "maxConnectionsPerAddress",
                    ServerLimits.Builder::maxConnectionsPerAddress,
                    limits -> limits.maxConnectionsPerAddress().orElseThrow(),
                    1_000_000),
            number(
                    "maxInFlightPerConnection",
                    ServerLimits.Builder::maxInFlightPerConnection,
                    ServerLimits::maxInFlightPerConnection,
                    16_777_216),
            {
                new Option<>(
                        "maxHttpHeadBytes",
                        ServerLimits.Builder::maxHttpHeadBytes,
                        ServerLimits::maxHttpHeadBytes,
                        1024,
                        1_048_576,
                        1023,
                        1_048_577)
            },
            number("maxFrameBytes", ServerLimits.Builder::maxFrameBytes, ServerLimits::maxFrameBytes, 1_073_741_824),
            number("maxDepth", ServerLimits.Builder::maxDepth, ServerLimits::maxDepth, 1_000),
            number("maxReplyBytes", ServerLimits.Builder::maxReplyBytes, ServerLimits::maxReplyBytes, 1_073_741_824),
            number("maxInFlight", ServerLimits.Builder::maxInFlight, ServerLimits::maxInFlight, 16_777_216),
            number(
                    "writeBufferHighWaterMark",
                    ServerLimits.Builder::writeBufferHighWaterMark,
                    ServerLimits::writeBufferHighWaterMark,
                    1_073_741_824),
            number(
                    "maxWriteBufferBytes",
                    ServerLimits.Builder::maxWriteBufferBytes,
                    ServerLimits::maxWriteBufferBytes,
                    1_073_741_824),
        };
    }

    @DataProvider
    static Object[][] times() {
        return new Object[][] {
            time("frameTimeout", ServerLimits.Builder::frameTimeout, ServerLimits::frameTimeout, HOUR),
            time("queueTimeout", ServerLimits.Builder::queueTimeout, ServerLimits::queueTimeout, HOUR),
            time(
                    "queueTarget",
                    (limits, target) -> limits.queueTimeout(HOUR).queueTarget(target),
                    limits -> limits.queueTarget().orElseThrow(),
                    HOUR),
            time("queueInterval", ServerLimits.Builder::queueInterval, ServerLimits::queueInterval, HOUR),
            time("callTimeout", ServerLimits.Builder::callTimeout, ServerLimits::callTimeout, HOUR),
            time("writeTimeout", ServerLimits.Builder::writeTimeout, ServerLimits::writeTimeout, HOUR),
            time("handshakeTimeout", ServerLimits.Builder::handshakeTimeout, ServerLimits::handshakeTimeout, HOUR),
            time("idleTimeout", ServerLimits.Builder::idleTimeout, ServerLimits::idleTimeout, YEAR),
            time(
                    "firstCallTimeout",
                    ServerLimits.Builder::firstCallTimeout,
                    limits -> limits.firstCallTimeout().orElseThrow(),
                    YEAR),
            time(
                    "maxConnectionAge",
                    ServerLimits.Builder::maxConnectionAge,
                    limits -> limits.maxConnectionAge().orElseThrow(),
                    YEAR),
        };
    }

    public void theConcurrencyLimitIsWithinTheCallsInFlight() {
        ServerLimits.Builder builder =
                ServerLimits.builder().maxInFlight(999).concurrencyLimit(ConcurrencyLimit.adaptive());
        IllegalStateException tooHigh = expectThrows(IllegalStateException.class, builder::build);
        assertEquals(tooHigh.getMessage(), "concurrencyLimit max is 1000, must not be more than maxInFlight, 999");
        ConcurrencyLimit fits = ConcurrencyLimit.adaptive().withBounds(999, 999).withTolerance(1);
        assertSame(builder.concurrencyLimit(fits).build().concurrencyLimit().orElseThrow(), fits);
        assertEquals(fits.toString(), "adaptive[999 to 999 calls, tolerance 1.0]");
        assertTrue(ServerLimits.defaults().concurrencyLimit().isEmpty(), "on by default");
    }

    @Test(dataProvider = "numbers")
    public void aNumberIsWithinItsBounds(Option<Integer> option) {
        assertBounds(option);
    }

    @Test(dataProvider = "times")
    public void aTimeIsWithinItsBounds(Option<Duration> option) {
        assertBounds(option);
        NullPointerException missing = expectThrows(NullPointerException.class, () -> option.afterSetting(null));
        assertTrue(missing.getMessage().contains(option.name()), missing.getMessage());
    }

    private static <T> void assertBounds(Option<T> option) {
        assertEquals(option.afterSetting(option.min()), option.min());
        assertEquals(option.afterSetting(option.max()), option.max());
        assertRefused(option, option.below());
        assertRefused(option, option.above());
    }

    private static <T> void assertRefused(Option<T> option, T value) {
        IllegalArgumentException rejected =
                expectThrows(IllegalArgumentException.class, () -> option.afterSetting(value));
        assertEquals(
                rejected.getMessage(),
                option.name() + " is " + value + ", must be " + option.min() + " to " + option.max());
    }

    public void memoryIsBoundedByTheHeap() {
        long heap = Runtime.getRuntime().maxMemory();
        for (long bytes : new long[] {1, heap}) {
            ServerLimits limits = ServerLimits.builder().maxBufferedBytes(bytes).build();
            assertEquals(limits.maxBufferedBytes(), bytes);
        }
        for (long bytes : new long[] {Long.MIN_VALUE, 0, heap + 1}) {
            IllegalArgumentException rejected = expectThrows(
                    IllegalArgumentException.class, () -> ServerLimits.builder().maxBufferedBytes(bytes));
            assertEquals(
                    rejected.getMessage(),
                    "maxBufferedBytes is " + bytes + ", must be 1 to " + heap + ", the maximum heap");
        }
    }

    public void readingPausesBeforeTheConnectionIsTerminated() {
        ServerLimits.Builder equal =
                ServerLimits.builder().writeBufferHighWaterMark(7).maxWriteBufferBytes(7);
        assertEquals(equal.build().writeBufferHighWaterMark(), 7);
        IllegalStateException rejected = expectThrows(
                IllegalStateException.class,
                () -> equal.writeBufferHighWaterMark(8).build());
        assertEquals(
                rejected.getMessage(), "writeBufferHighWaterMark is 8, must not be more than maxWriteBufferBytes, 7");
    }

    public void defaults() {
        ServerLimits limits = ServerLimits.defaults();
        assertEquals(limits.maxConnections(), connectionsThatFit());
        assertEquals(limits.maxBufferedBytes(), Runtime.getRuntime().maxMemory() / 4);
        assertEquals(limits.frameTimeout(), Duration.ofSeconds(30));
        assertEquals(limits.maxInFlightPerConnection(), 8192);
        assertEquals(limits.maxInFlight(), 65_536);
        assertEquals(limits.queueTimeout(), Duration.ofSeconds(2));
        assertEquals(limits.queueTarget(), Optional.empty());
        assertEquals(limits.queueInterval(), Duration.ofMillis(100));
        assertEquals(limits.callTimeout(), Duration.ofMinutes(1));
        assertEquals(limits.writeBufferHighWaterMark(), 1_048_576);
        assertEquals(limits.maxWriteBufferBytes(), 67_108_864);
        assertEquals(limits.writeTimeout(), Duration.ofSeconds(4));
        assertEquals(limits.idleTimeout(), Duration.ofMinutes(10));
        assertEquals(limits.handshakeTimeout(), Duration.ofSeconds(4));
        assertEquals(limits.maxConnectionAge(), Optional.empty());
        assertEquals(limits.maxHttpHeadBytes(), 16 * 1024);
        assertEquals(limits.firstCallTimeout(), Optional.empty());
        assertEquals(limits.maxConnectionsPerAddress(), OptionalInt.empty());
    }

    private static int connectionsThatFit() {
        if (ManagementFactory.getOperatingSystemMXBean() instanceof UnixOperatingSystemMXBean system) {
            return (int) Math.max(1, Math.min(10_000, system.getMaxFileDescriptorCount() - 256));
        }
        return 10_000;
    }

    /** The monitor checks every quarter of the shortest timeout, at least every 250 ms and at most every 5 ms. */
    public void theMonitorPeriodFollowsTheShortestTimeout() {
        assertEquals(periodMillis(ServerLimits.builder()), 250);
        assertEquals(periodMillis(ServerLimits.builder().writeTimeout(Duration.ofMillis(600))), 150);
        assertEquals(periodMillis(ServerLimits.builder().maxConnectionAge(Duration.ofMillis(400))), 100);
        assertEquals(periodMillis(ServerLimits.builder().firstCallTimeout(Duration.ofMillis(200))), 50);
        assertEquals(periodMillis(ServerLimits.builder().frameTimeout(Duration.ofMillis(1))), 5);
        Duration ofMethod = Duration.ofMillis(80);
        assertEquals(periodMillis(ServerLimits.builder(), Duration.ofHours(1), ofMethod), 20);
        assertEquals(TimeoutMonitor.idleCheckInterval(ServerLimits.defaults()), 8);
        assertEquals(
                TimeoutMonitor.idleCheckInterval(ServerLimits.builder()
                        .writeTimeout(Duration.ofMillis(600))
                        .build()),
                4);
        assertEquals(
                TimeoutMonitor.idleCheckInterval(ServerLimits.builder()
                        .frameTimeout(Duration.ofMillis(1))
                        .build()),
                1);
    }

    private static long periodMillis(ServerLimits.Builder limits, Duration... others) {
        return TimeUnit.NANOSECONDS.toMillis(TimeoutMonitor.periodNanos(limits.build(), List.of(others)));
    }

    public void theServerKnowsItsLimits() {
        ServerLimits limits = ServerLimits.builder().maxConnections(3).build();
        ThriftServerBuilder builder = Strategies.WORKER_THREAD.builder(new HeldProcessor());
        assertEquals(builder.build().config().limits().maxConnections(), connectionsThatFit());
        assertSame(builder.limits(limits).build().config().limits(), limits);
        NullPointerException missing = expectThrows(NullPointerException.class, () -> builder.limits(null));
        assertTrue(missing.getMessage().contains("limits"), missing.getMessage());
    }

    public void theShutdownHookIsOffByDefault() {
        ThriftServerBuilder builder = Strategies.WORKER_THREAD.builder(new HeldProcessor());
        assertFalse(builder.build().config().shutdownHook());
        assertTrue(builder.shutdownHook(true).build().config().shutdownHook());
    }

    @Test
    void queueTargetIsAtMostQueueTimeout() {
        ServerLimits.Builder limits =
                ServerLimits.builder().queueTimeout(Duration.ofMillis(20)).queueTarget(Duration.ofMillis(21));
        IllegalStateException failure = expectThrows(IllegalStateException.class, limits::build);
        assertEquals(failure.getMessage(), "queueTarget is PT0.021S, must not be more than queueTimeout, PT0.02S");
        assertEquals(
                limits.queueTarget(Duration.ofMillis(20)).build().queueTarget(), Optional.of(Duration.ofMillis(20)));
    }
}
