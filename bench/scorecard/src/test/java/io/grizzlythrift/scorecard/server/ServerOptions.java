package io.grizzlythrift.scorecard.server;

import io.grizzlythrift.scorecard.variant.Strategy;
import io.grizzlythrift.scorecard.variant.Wire;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The options of a server process: {@code name=value} words. For a new option, add a name here that {@link
 * ScorecardServer} reads.
 */
public record ServerOptions(Map<String, String> values) {
    public ServerOptions {
        values = Collections.unmodifiableMap(new TreeMap<>(values));
    }

    /**
     * Returns default options: two selectors, a pool of eight threads if there is one, and handlers that reply at once.
     */
    public static ServerOptions of(Strategy strategy, Wire wire) {
        return new ServerOptions(Map.of())
                .with("strategy", strategy.name())
                .with("wire", wire.name())
                .with("port", 0)
                .with("selectors", 2)
                .with("threads", 8)
                .with("queue", 16_384)
                .with("order", "REQUEST")
                .with("handler", ScorecardHandler.Behaviour.ANSWER.name())
                .with("heap-mb", 256);
    }

    static ServerOptions parse(List<String> words) {
        Map<String, String> values = new TreeMap<>();
        for (String word : words) {
            int equals = word.indexOf('=');
            values.put(word.substring(0, equals), word.substring(equals + 1));
        }
        return new ServerOptions(values);
    }

    public ServerOptions with(String name, Object value) {
        Map<String, String> more = new TreeMap<>(values);
        more.put(name, value.toString());
        return new ServerOptions(more);
    }

    /** Returns the same options with a limit. Other limits keep their defaults. */
    public ServerOptions with(LimitOption limit, long value) {
        return with(limit.name(), value);
    }

    Optional<String> find(String name) {
        return Optional.ofNullable(values.get(name));
    }

    String get(String name) {
        String value = values.get(name);
        if (value == null) {
            throw new IllegalArgumentException("no option '" + name + "' among " + values.keySet());
        }
        return value;
    }

    public int number(String name) {
        return Integer.parseInt(get(name));
    }

    Strategy strategy() {
        return Strategy.valueOf(get("strategy"));
    }

    public Wire wire() {
        return Wire.valueOf(get("wire"));
    }

    List<String> words() {
        List<String> words = new ArrayList<>();
        values.forEach((name, value) -> words.add(name + "=" + value));
        return words;
    }
}
