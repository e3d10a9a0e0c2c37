package io.grizzlythrift.internal.binding;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertFalse;
import static org.testng.Assert.expectThrows;

import io.grizzlythrift.call.ReplyOrder;
import io.grizzlythrift.limits.ServerLimits;
import io.grizzlythrift.server.ThriftServer;
import io.grizzlythrift.server.ThriftServerBuilder;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/** Tests how the texts of properties become options. */
public class OptionPropertiesTest {
    private static OptionProperties of(Map<String, String> properties) {
        return new OptionProperties(
                new PropertySource() {
                    @Override
                    public Optional<String> get(String name) {
                        return Optional.ofNullable(properties.get(name));
                    }

                    @Override
                    public Set<String> names() {
                        return properties.keySet();
                    }
                },
                "a.");
    }

    @DataProvider
    static Object[][] values() {
        return new Object[][] {
            {int.class, "-17", -17},
            {int.class, " 17 ", 17},
            {long.class, "5000000000", 5_000_000_000L},
            {boolean.class, "true", true},
            {boolean.class, "FALSE", false},
            {String.class, "text", "text"},
            {Duration.class, "500ms", Duration.ofMillis(500)},
            {Duration.class, "20s", Duration.ofSeconds(20)},
            {Duration.class, "5m", Duration.ofMinutes(5)},
            {Duration.class, "2h", Duration.ofHours(2)},
            {Duration.class, "PT1M30S", Duration.ofSeconds(90)},
            {ReplyOrder.class, "as-completed", ReplyOrder.AS_COMPLETED},
            {ReplyOrder.class, "AS_COMPLETED", ReplyOrder.AS_COMPLETED},
        };
    }

    @Test(dataProvider = "values")
    void aTextIsParsedAsTheTypeOfItsOption(Class<?> type, String text, Object value) {
        OptionProperties properties = of(Map.of("a.b", text));
        assertEquals(properties.get("b", type), Optional.of(value));
        properties.requireNoOthers();
    }

    @DataProvider
    static Object[][] mistakes() {
        return new Object[][] {
            {int.class, "5000000000", "must be a whole number"},
            {int.class, "", "must be a whole number"},
            {boolean.class, "1", "must be true or false"},
            {Duration.class, "20", "must be a time such as 500ms, 20s, 5m, 1h or PT20S"},
            {Duration.class, "999999999999999999h", "must be a time such as 500ms, 20s, 5m, 1h or PT20S"},
            {ReplyOrder.class, "none", "must be one of [REQUEST, AS_COMPLETED]"},
        };
    }

    @Test(dataProvider = "mistakes")
    void aMistakeIsNamed(Class<?> type, String text, String message) {
        OptionProperties properties = of(Map.of("a.b", text));
        IllegalArgumentException thrown = expectThrows(IllegalArgumentException.class, () -> properties.get("b", type));
        assertEquals(thrown.getMessage(), "a.b is '" + text + "', " + message);
    }

    @Test
    void optionsOfABuilderAreProperties() {
        Map<String, String> texts = Map.of(
                "a.backlog", "7",
                "a.shutdownGrace", "3s",
                "a.jmx", "true",
                "a.replyOrder", "as-completed",
                "other.backlog", "8");
        ThriftServerBuilder builder =
                ThriftServer.builder().listen("127.0.0.1", 0).processor((in, out) -> {});
        OptionProperties properties = of(texts);
        properties.applyTo(builder, Set.of("name"));
        properties.requireNoOthers();
        var config = builder.build().config();
        assertEquals(config.backlog(), 7);
        assertEquals(config.shutdownGrace(), Duration.ofSeconds(3));
        assertEquals(config.replyOrder(), ReplyOrder.AS_COMPLETED);
    }

    @Test
    void limitsAreProperties() {
        ServerLimits.Builder builder = ServerLimits.builder();
        of(Map.of("a.maxInFlight", "3", "a.maxBufferedBytes", "4", "a.callTimeout", "5s"))
                .applyTo(builder, Set.of());
        ServerLimits limits = builder.build();
        assertEquals(limits.maxInFlight(), 3);
        assertEquals(limits.maxBufferedBytes(), 4);
        assertEquals(limits.callTimeout(), Duration.ofSeconds(5));
    }

    @Test
    void exceptedOptionsAreNoProperties() {
        OptionProperties properties = of(Map.of("a.name", "b"));
        properties.applyTo(ThriftServer.builder(), Set.of("name"));
        IllegalArgumentException thrown = expectThrows(IllegalArgumentException.class, properties::requireNoOthers);
        assertFalse(thrown.getMessage().contains("name,"), thrown.getMessage());
    }

    /** As MicroProfile Config lists an environment variable that sets an option. */
    @Test
    void aNameInLowerCaseIsThatOfItsOption() {
        OptionProperties set = of(Map.of("a.callTimeout", "5s", "a.calltimeout", "5s"));
        set.get("callTimeout", Duration.class);
        set.requireNoOthers();
        OptionProperties unset = of(Map.of("a.calltimeout", "5s"));
        unset.get("callTimeout", Duration.class);
        expectThrows(IllegalArgumentException.class, unset::requireNoOthers);
    }
}
