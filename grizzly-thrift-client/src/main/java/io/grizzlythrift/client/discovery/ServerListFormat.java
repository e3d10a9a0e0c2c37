package io.grizzlythrift.client.discovery;

import io.grizzlythrift.discovery.EndpointAddress;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.regex.Pattern;

/** Parses the text format of {@link FileResolver}. */
final class ServerListFormat {
    private static final Pattern SPACE = Pattern.compile("\\s+");

    private ServerListFormat() {}

    /**
     * Reads all servers.
     *
     * @throws IllegalArgumentException if a line is invalid; the message names it
     */
    static List<EndpointAddress> read(String text) {
        Map<String, Integer> lines = new HashMap<>();
        Map<String, EndpointAddress> servers = new LinkedHashMap<>();
        int number = 0;
        for (String line : text.lines().toList()) {
            number++;
            String words = line.strip();
            if (words.isEmpty() || words.startsWith("#")) {
                continue;
            }
            EndpointAddress server = readLine(number, words);
            Integer before = lines.putIfAbsent(server.name(), number);
            if (before != null) {
                throw new IllegalArgumentException(
                        "line " + number + ": " + server.name() + " is also in line " + before);
            }
            servers.put(server.name(), server);
        }
        return List.copyOf(servers.values());
    }

    private static EndpointAddress readLine(int number, String line) {
        try {
            List<String> words = SPACE.splitAsStream(line).toList();
            EndpointAddress server = EndpointAddress.parse(words.get(0));
            Map<String, String> metadata = new HashMap<>();
            for (String word : words.subList(1, words.size())) {
                server = readProperty(word, server, metadata);
            }
            return server.withMetadata(metadata);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("line " + number + ": " + e.getMessage() + ", in '" + line + "'", e);
        }
    }

    private static EndpointAddress readProperty(String word, EndpointAddress server, Map<String, String> metadata) {
        int equals = word.indexOf('=');
        if (equals < 1) {
            throw new IllegalArgumentException("'" + word + "' must be name=value");
        }
        String name = word.substring(0, equals);
        String value = word.substring(equals + 1);
        return switch (name) {
            case "weight" -> server.withWeight(number(name, value, Double::valueOf));
            case "zone" -> server.withZone(value);
            default -> {
                if (metadata.put(name, value) != null) {
                    throw new IllegalArgumentException(name + " is there twice");
                }
                yield server;
            }
        };
    }

    private static <N extends Number> N number(String name, String value, Function<String, N> parser) {
        try {
            return parser.apply(value);
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException(name + " is '" + value + "', must be a number", e);
        }
    }
}
