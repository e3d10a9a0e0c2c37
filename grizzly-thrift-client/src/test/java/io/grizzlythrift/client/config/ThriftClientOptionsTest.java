package io.grizzlythrift.client.config;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertSame;
import static org.testng.Assert.assertTrue;
import static org.testng.Assert.expectThrows;

import io.grizzlythrift.client.ClientConfigs;
import io.grizzlythrift.client.ThriftClient;
import io.grizzlythrift.client.ThriftClientBuilder;
import io.grizzlythrift.client.discovery.FixedResolver;
import io.grizzlythrift.client.testing.server.TestServer;
import io.grizzlythrift.discovery.EndpointAddress;
import io.grizzlythrift.frame.Dialect;
import io.grizzlythrift.header.Transform;
import io.grizzlythrift.internal.header.HeaderMap;
import io.grizzlythrift.message.ThriftProtocol;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.apache.thrift.protocol.TTupleProtocol;
import org.testng.Assert.ThrowingRunnable;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/**
 * Tests that every option is checked when it is set, and that the exception names the option, the value and the bounds.
 */
@Test(timeOut = 20_000)
public final class ThriftClientOptionsTest {
    private static final Duration NANO = Duration.ofNanos(1);
    private static final Duration MILLI = Duration.ofMillis(1);
    private static final Duration HOUR = Duration.ofHours(1);
    private static final Duration DAY = Duration.ofHours(24);

    /** The value of the largest header with a name of one letter. */
    private static final String LONGEST = "v".repeat(HeaderMap.MAX_BYTES - HeaderMap.PAIR_BYTES - 1);

    private static ThriftClientBuilder builder() {
        return ThriftClient.builder().endpoint(TestServer.HOST, 1);
    }

    private static ThriftClientConfig config(ThriftClientBuilder builder) {
        return ClientConfigs.of(builder);
    }

    /** Makes a row of an option, a value at one of its bounds, and its getter. */
    private static Object[] bound(
            Object value, UnaryOperator<ThriftClientBuilder> set, Function<ThriftClientConfig, Object> get) {
        return new Object[] {value, set, get};
    }

    @DataProvider
    static Object[][] bounds() {
        return new Object[][] {
            bound(1, b -> b.connectionsPerEndpoint(1), ThriftClientConfig::connectionsPerEndpoint),
            bound(1024, b -> b.connectionsPerEndpoint(1024), ThriftClientConfig::connectionsPerEndpoint),
            bound(1, b -> b.maxInFlightPerConnection(1), ThriftClientConfig::maxInFlightPerConnection),
            bound(65_536, b -> b.maxInFlightPerConnection(65_536), ThriftClientConfig::maxInFlightPerConnection),
            bound(0, b -> b.maxWaitingPerEndpoint(0), ThriftClientConfig::maxWaitingPerEndpoint),
            bound(65_536, b -> b.maxWaitingPerEndpoint(65_536), ThriftClientConfig::maxWaitingPerEndpoint),
            bound(MILLI, b -> b.maxWait(MILLI), ThriftClientConfig::maxWait),
            bound(HOUR, b -> b.maxWait(HOUR), ThriftClientConfig::maxWait),
            bound(MILLI, b -> b.callTimeout(MILLI), ThriftClientConfig::callTimeout),
            bound(DAY, b -> b.callTimeout(DAY), ThriftClientConfig::callTimeout),
            bound(MILLI, b -> b.connectTimeout(MILLI), ThriftClientConfig::connectTimeout),
            bound(HOUR, b -> b.connectTimeout(HOUR), ThriftClientConfig::connectTimeout),
            bound(MILLI, b -> b.reconnectBackoff(MILLI, MILLI), ThriftClientConfig::initialReconnectBackoff),
            bound(MILLI, b -> b.reconnectBackoff(MILLI, MILLI), ThriftClientConfig::maxReconnectBackoff),
            bound(HOUR, b -> b.reconnectBackoff(HOUR, HOUR), ThriftClientConfig::initialReconnectBackoff),
            bound(HOUR, b -> b.reconnectBackoff(HOUR, HOUR), ThriftClientConfig::maxReconnectBackoff),
            bound(1, b -> b.maxFrameBytes(1), ThriftClientConfig::maxFrameBytes),
            bound(1 << 30, b -> b.maxFrameBytes(1 << 30), ThriftClientConfig::maxFrameBytes),
            bound(1, b -> b.selectorThreads(1), ThriftClientConfig::selectorThreads),
            bound(256, b -> b.selectorThreads(256), ThriftClientConfig::selectorThreads),
            bound(Duration.ZERO, b -> b.shutdownGrace(Duration.ZERO), ThriftClientConfig::shutdownGrace),
            bound(HOUR, b -> b.shutdownGrace(HOUR), ThriftClientConfig::shutdownGrace),
            bound(1, b -> b, c -> servers(c).get(0).port()),
            bound(
                    65_535,
                    b -> b.endpoint("other", 65_535),
                    c -> servers(c).get(1).port()),
            bound("x", b -> b.name("x"), ThriftClientConfig::name),
            bound(Optional.of("a"), b -> b.zone("a"), ThriftClientConfig::zone),
            bound(Optional.of(MILLI), b -> b.pingIdle(MILLI), ThriftClientConfig::pingIdle),
            bound(Optional.of(HOUR), b -> b.pingIdle(HOUR, "p"), ThriftClientConfig::pingIdle),
            bound("p", b -> b.pingIdle(HOUR, "p"), ThriftClientConfig::pingMethod),
            bound(Dialect.UNFRAMED, b -> b.dialect(Dialect.UNFRAMED), ThriftClientConfig::dialect),
            bound(Dialect.HEADER, b -> b.dialect(Dialect.HEADER), ThriftClientConfig::dialect),
            bound(true, b -> b.pipelineUnframed(true), ThriftClientConfig::pipelineUnframed),
            bound(
                    LONGEST.length(),
                    b -> b.dialect(Dialect.HEADER).header("n", LONGEST),
                    c -> c.headers().get("N").length()),
            bound(
                    Optional.of(Transform.ZLIB),
                    b -> b.dialect(Dialect.HEADER).transform(Transform.ZLIB),
                    ThriftClientConfig::transform),
        };
    }

    @Test(dataProvider = "bounds", timeOut = 20_000)
    public void valuesAtTheBoundsAreAccepted(
            Object value, UnaryOperator<ThriftClientBuilder> set, Function<ThriftClientConfig, Object> get) {
        assertEquals(get.apply(config(set.apply(builder()))), value);
    }

    private static Object[] row(ThrowingRunnable attempt, String... words) {
        return new Object[] {attempt, String.join(" ", words), words};
    }

    @DataProvider
    static Object[][] outOfBounds() {
        return new Object[][] {
            row(() -> builder().zone(" "), "zone is blank"),
            row(() -> builder().pingIdle(HOUR.plus(NANO)), "pingIdle is", "PT0.001S to PT1H"),
            row(() -> builder().pingIdle(NANO), "pingIdle is", "PT0.001S to PT1H"),
            row(() -> builder().pingIdle(HOUR, ""), "method is blank"),
            row(() -> builder().connectionsPerEndpoint(0), "connectionsPerEndpoint is 0,", "1 to 1024"),
            row(() -> builder().connectionsPerEndpoint(1025), "connectionsPerEndpoint is 1025,", "1 to 1024"),
            row(() -> builder().maxInFlightPerConnection(0), "maxInFlightPerConnection is 0,", "1 to 65536"),
            row(() -> builder().maxInFlightPerConnection(65_537), "maxInFlightPerConnection is 65537,", "1 to 65536"),
            row(() -> builder().maxWaitingPerEndpoint(-1), "maxWaitingPerEndpoint is -1,", "0 to 65536"),
            row(() -> builder().maxWaitingPerEndpoint(65_537), "maxWaitingPerEndpoint is 65537,", "0 to 65536"),
            row(() -> RetryPolicy.create().withMaxRetries(-1), "maxRetries is -1,", "0 to 10"),
            row(() -> RetryPolicy.create().withMaxRetries(11), "maxRetries is 11,", "0 to 10"),
            row(() -> RetryPolicy.create().withBudgetPercent(-1), "budgetPercent is -1,", "0 to 100"),
            row(() -> RetryPolicy.create().withBudgetPercent(101), "budgetPercent is 101,", "0 to 100"),
            row(() -> RetryPolicy.create().withBudgetPerSecond(-1), "budgetPerSecond is -1,", "0 to 10000"),
            row(() -> RetryPolicy.create().withBudgetPerSecond(10_001), "budgetPerSecond is 10001,", "0 to 10000"),
            row(() -> RetryPolicy.create().withIdempotentMethods("get", " "), "blank", "[get,  ]"),
            row(() -> HedgePolicy.afterPercentile(49.9), "percentile is 49.9,", "50.0 to 99.9"),
            row(() -> HedgePolicy.afterPercentile(99.95), "percentile is 99.95,", "50.0 to 99.9"),
            row(() -> HedgePolicy.afterPercentile(Double.NaN), "percentile is NaN,", "50.0 to 99.9"),
            row(() -> HedgePolicy.afterDelay(Duration.ZERO), "delay is", "PT0.001S to PT1H"),
            row(() -> HedgePolicy.afterDelay(Duration.ofMillis(3_600_001)), "delay is", "PT0.001S to PT1H"),
            row(
                    () -> config(builder().hedging(HedgePolicy.afterPercentile(95))),
                    "hedging needs retries of idempotent methods",
                    "maxRetries=2, idempotentMethods=[]"),
            row(
                    () -> config(builder()
                            .retries(RetryPolicy.create().withMaxRetries(0).withIdempotentMethods("get"))
                            .hedging(HedgePolicy.afterPercentile(95))),
                    "hedging needs retries of idempotent methods",
                    "maxRetries=0, idempotentMethods=[get]"),
            row(() -> builder().maxWait(MILLI.minus(NANO)), "maxWait is PT0.000999999S,", "PT0.001S to PT1H"),
            row(() -> builder().maxWait(HOUR.plus(NANO)), "maxWait is PT1H0.000000001S,", "PT0.001S to PT1H"),
            row(() -> builder().callTimeout(MILLI.minus(NANO)), "callTimeout is PT0.000999999S,", "PT0.001S to PT24H"),
            row(() -> builder().callTimeout(DAY.plus(NANO)), "callTimeout is PT24H0.000000001S,", "PT0.001S to PT24H"),
            row(() -> builder().callTimeout(Duration.ofSeconds(Long.MAX_VALUE)), "callTimeout", "PT24H"),
            row(() -> builder().callTimeout(Duration.ofSeconds(-1)), "callTimeout is PT-1S", "PT24H"),
            row(() -> builder().connectTimeout(Duration.ZERO), "connectTimeout is PT0S,", "PT0.001S to PT1H"),
            row(() -> builder().connectTimeout(HOUR.plus(NANO)), "connectTimeout is PT1H0.0", "PT0.001S to PT1H"),
            row(
                    () -> builder().reconnectBackoff(Duration.ZERO, HOUR),
                    "initial reconnectBackoff is PT0S",
                    "0.001S to PT1H"),
            row(
                    () -> builder().reconnectBackoff(HOUR.plus(NANO), HOUR),
                    "initial reconnectBackoff is PT1H0.0",
                    "to PT1H"),
            row(() -> builder().reconnectBackoff(MILLI, HOUR.plus(NANO)), "max reconnectBackoff is PT1H0.0", "to PT1H"),
            row(() -> builder().reconnectBackoff(HOUR, MILLI), "max reconnectBackoff is PT0.001S", "PT1H to PT1H"),
            row(() -> builder().maxFrameBytes(0), "maxFrameBytes is 0,", "1 to 1073741824"),
            row(() -> builder().maxFrameBytes((1 << 30) + 1), "maxFrameBytes is 1073741825,", "1 to 1073741824"),
            row(() -> builder().selectorThreads(0), "selectorThreads is 0,", "1 to 256"),
            row(() -> builder().selectorThreads(257), "selectorThreads is 257,", "1 to 256"),
            row(() -> builder().shutdownGrace(NANO.negated()), "shutdownGrace is PT-0.000000001S,", "PT0S to PT1H"),
            row(() -> builder().shutdownGrace(HOUR.plus(NANO)), "shutdownGrace is PT1H0.000000001S,", "PT0S to PT1H"),
            row(() -> builder().endpoint("host", 0), "port is 0,", "1 to 65535"),
            row(() -> builder().endpoint("host", 65_536), "port is 65536,", "1 to 65535"),
            row(() -> builder().endpoint(" ", 1), "host", "blank"),
            row(() -> builder().endpoint(TestServer.HOST, 1), "endpoint 127.0.0.1:1 ", "already"),
            row(() -> builder().name(" \t"), "name", "blank"),
            row(() -> builder().dialect(Dialect.HTTP), "dialect is HTTP,", "FRAMED, UNFRAMED or HEADER"),
            row(() -> builder().header(" ", "value"), "name of a header", "blank"),
            row(() -> builder().header("n", LONGEST + "v"), "[n]", "65537 bytes", "at most 65536"),
            row(() -> builder().header("n", LONGEST).header("m", ""), "[m]", "65697 bytes", "at most 65536"),
            row(
                    () -> builder()
                            .dialect(Dialect.UNFRAMED)
                            .protocol(ThriftProtocol.JSON)
                            .build(),
                    "protocol is JSON,",
                    "BINARY or COMPACT",
                    "dialect is UNFRAMED"),
            row(
                    () -> builder()
                            .protocol(ThriftProtocol.JSON)
                            .dialect(Dialect.HEADER)
                            .build(),
                    "protocol is JSON,",
                    "BINARY or COMPACT",
                    "dialect is HEADER"),
            row(() -> builder().header("n", "v").build(), "dialect is FRAMED,", "HEADER for a header"),
            row(
                    () -> builder()
                            .dialect(Dialect.UNFRAMED)
                            .transform(Transform.ZLIB)
                            .build(),
                    "dialect is UNFRAMED,",
                    "HEADER for a transform"),
            row(() -> builder().protocol(new TTupleProtocol.Factory()), "TTupleProtocol", "scheme"),
            row(
                    () -> CallOptions.create().withTimeout(MILLI.minus(NANO)),
                    "timeout is PT0.000999999S",
                    "PT0.001S to PT24H"),
            row(() -> CallOptions.create().withTimeout(DAY.plus(NANO)), "timeout is PT24H0.0", "PT0.001S to PT24H"),
        };
    }

    @Test(dataProvider = "outOfBounds", timeOut = 20_000)
    public void aBadValueIsNamed(ThrowingRunnable attempt, String name, String[] words) {
        IllegalArgumentException failure = expectThrows(IllegalArgumentException.class, attempt);
        for (String word : words) {
            assertTrue(failure.getMessage().contains(word), "no '" + word + "' in: " + failure.getMessage());
        }
    }

    @DataProvider
    static Object[][] nulls() {
        return new Object[][] {
            row(() -> builder().name(null), "name"),
            row(() -> builder().endpoint(null, 1), "host"),
            row(() -> builder().protocol(null), "protocol"),
            row(() -> builder().dialect(null), "dialect"),
            row(() -> builder().header(null, "v"), "name"),
            row(() -> builder().header("n", null), "value"),
            row(() -> builder().transform(null), "transform"),
            row(() -> builder().maxWait(null), "maxWait"),
            row(() -> builder().callTimeout(null), "callTimeout"),
            row(() -> builder().connectTimeout(null), "connectTimeout"),
            row(() -> builder().reconnectBackoff(null, HOUR), "initial reconnectBackoff"),
            row(() -> builder().reconnectBackoff(MILLI, null), "max reconnectBackoff"),
            row(() -> builder().callbackExecutor(null), "callbackExecutor"),
            row(() -> builder().shutdownGrace(null), "shutdownGrace"),
            row(() -> CallOptions.create().withTimeout(null), "timeout"),
        };
    }

    @Test(dataProvider = "nulls", timeOut = 20_000)
    public void nullIsNamed(ThrowingRunnable attempt, String name, String[] words) {
        NullPointerException failure = expectThrows(NullPointerException.class, attempt);
        assertEquals(failure.getMessage(), name);
    }

    public void anEndpointIsRequired() {
        IllegalStateException failure = expectThrows(
                IllegalStateException.class, () -> ThriftClient.builder().build());
        assertTrue(failure.getMessage().contains("endpoint(host, port)"), failure.getMessage());
    }

    /** The defaults are those of the documentation. */
    public void theDefaults() {
        ThriftClientConfig config = config(builder());
        assertEquals(config.name(), "thrift-client");
        assertSame(config.protocol(), ThriftProtocol.BINARY);
        assertSame(config.dialect(), Dialect.FRAMED);
        assertEquals(config.pipelineUnframed(), false);
        assertEquals(config.headers(), Map.of());
        assertEquals(config.transform(), Optional.empty());
        assertEquals(config.connectionsPerEndpoint(), 4);
        assertEquals(config.maxInFlightPerConnection(), 1024);
        assertEquals(config.maxWaitingPerEndpoint(), 4096);
        assertEquals(config.maxWait(), Duration.ofSeconds(1));
        assertEquals(config.callTimeout(), Duration.ofSeconds(5));
        assertEquals(config.connectTimeout(), Duration.ofSeconds(2));
        assertEquals(config.initialReconnectBackoff(), Duration.ofMillis(20));
        assertEquals(config.maxReconnectBackoff(), Duration.ofMillis(800));
        assertEquals(config.maxFrameBytes(), 16_384_000);
        int processors = Runtime.getRuntime().availableProcessors();
        assertEquals(config.selectorThreads(), Math.min(4, Math.max(1, processors / 2)));
        assertEquals(config.callbackExecutor(), Optional.empty());
        assertEquals(config.shutdownGrace(), Duration.ofSeconds(5));
        assertEquals(CallOptions.create().timeout(), Optional.empty());
    }

    private static List<EndpointAddress> servers(ThriftClientConfig config) {
        return ((FixedResolver) config.resolver()).servers();
    }

    public void theConfigurationIsWhatWasSet() {
        Executor executor = Runnable::run;
        ThriftClientConfig config = config(builder()
                .endpoint("second.invalid", 2)
                .protocol(ThriftProtocol.JSON)
                .reconnectBackoff(Duration.ofMillis(3), Duration.ofMillis(4))
                .callbackExecutor(executor));
        assertEquals(
                servers(config),
                List.of(EndpointAddress.of(TestServer.HOST, 1), EndpointAddress.of("second.invalid", 2)));
        assertSame(config.protocol(), ThriftProtocol.JSON);
        assertEquals(config.initialReconnectBackoff(), Duration.ofMillis(3));
        assertEquals(config.maxReconnectBackoff(), Duration.ofMillis(4));
        assertSame(config.callbackExecutor().orElseThrow(), executor);
    }

    /** As in HTTP; the last one of a name counts, and its case is sent. */
    public void namesOfHeadersIgnoreCase() {
        ThriftClientConfig config = config(builder()
                .dialect(Dialect.HEADER)
                .header("Tenant", "first")
                .header("token", "")
                .header("TENANT", "second"));
        assertEquals(config.headers(), Map.of("TENANT", "second", "token", ""));
        assertEquals(config.headers().get("tenant"), "second");
        expectThrows(UnsupportedOperationException.class, () -> config.headers().put("more", ""));
    }

    /** A client has the options at the time when it was built. */
    public void theConfigurationDoesNotChange() {
        ThriftClientBuilder builder = builder();
        try (ThriftClient client = builder.build()) {
            builder.endpoint("later", 1).callTimeout(MILLI).name("later");
            assertEquals(servers(client.config()).size(), 1);
            assertEquals(client.config().callTimeout(), Duration.ofSeconds(5));
            assertEquals(client.config().name(), "thrift-client");
            expectThrows(
                    UnsupportedOperationException.class,
                    () -> servers(client.config()).clear());
        }
    }

    public void aRejectedValueChangesNothing() {
        ThriftClientBuilder builder = builder().reconnectBackoff(MILLI, HOUR);
        expectThrows(IllegalArgumentException.class, () -> builder.reconnectBackoff(HOUR, MILLI));
        expectThrows(IllegalArgumentException.class, () -> builder.endpoint(TestServer.HOST, 1));
        expectThrows(IllegalArgumentException.class, () -> builder.protocol(new TTupleProtocol.Factory()));
        ThriftClientConfig config = config(builder);
        assertEquals(config.initialReconnectBackoff(), MILLI);
        assertEquals(config.maxReconnectBackoff(), HOUR);
        assertEquals(servers(config).size(), 1);
        assertSame(config.protocol(), ThriftProtocol.BINARY);
    }
}
