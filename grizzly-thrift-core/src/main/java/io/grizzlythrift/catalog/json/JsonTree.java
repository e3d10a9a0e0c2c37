package io.grizzlythrift.catalog.json;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A small document as maps, lists, strings, longs, doubles and booleans. Members that are null are left out. A part that
 * does not have the expected type is an IllegalArgumentException.
 */
final class JsonTree {
    private JsonTree() {}

    static Map<?, ?> parse(JsonFormat format, byte[] json) {
        try (JsonParser parser = format.strictParser(json, 0, json.length)) {
            if (parser.nextToken() != JsonToken.START_OBJECT) {
                throw new IllegalArgumentException("the document must be an object of JSON");
            }
            Map<?, ?> tree = object(parser);
            if (parser.nextToken() != null) {
                throw new IllegalArgumentException("something follows the object of JSON");
            }
            return tree;
        } catch (IOException e) {
            throw new IllegalArgumentException(
                    TranscodingException.ofMalformed("$", e).getMessage(), e);
        }
    }

    private static Object value(JsonParser parser) throws IOException {
        return switch (parser.currentToken()) {
            case START_OBJECT -> object(parser);
            case START_ARRAY -> array(parser);
            case VALUE_STRING -> parser.getText();
            case VALUE_NUMBER_INT -> integer(parser.getText());
            case VALUE_NUMBER_FLOAT -> Double.parseDouble(parser.getText());
            default -> parser.currentToken() == JsonToken.VALUE_TRUE;
        };
    }

    private static Object integer(String text) {
        try {
            return Long.parseLong(text);
        } catch (NumberFormatException e) {
            return Double.parseDouble(text);
        }
    }

    private static Map<String, Object> object(JsonParser parser) throws IOException {
        Map<String, Object> members = new LinkedHashMap<>();
        while (parser.nextToken() == JsonToken.FIELD_NAME) {
            String name = parser.currentName();
            if (parser.nextToken() != JsonToken.VALUE_NULL) {
                members.put(name, value(parser));
            }
        }
        return members;
    }

    private static List<Object> array(JsonParser parser) throws IOException {
        List<Object> elements = new ArrayList<>();
        while (parser.nextToken() != JsonToken.END_ARRAY) {
            elements.add(value(parser));
        }
        return elements;
    }

    static Map<?, ?> objectOf(Object value) {
        return cast(Map.class, value);
    }

    /** Returns the elements of a member; none if it is absent. */
    static List<?> arrayOf(Map<?, ?> object, String name) {
        return member(object, name).map(value -> cast(List.class, value)).orElse(List.of());
    }

    static String textOf(Map<?, ?> object, String name) {
        return cast(String.class, required(object, name));
    }

    static Optional<String> optionalTextOf(Map<?, ?> object, String name) {
        return member(object, name).map(value -> cast(String.class, value));
    }

    static int intOf(Map<?, ?> object, String name) {
        return Math.toIntExact(cast(Long.class, required(object, name)));
    }

    static Optional<Object> member(Map<?, ?> object, String name) {
        return Optional.ofNullable(object.get(name));
    }

    static Object required(Map<?, ?> object, String name) {
        return member(object, name)
                .orElseThrow(() -> new IllegalArgumentException("an object of JSON has no member '" + name + "'"));
    }

    static <T> T cast(Class<T> type, Object value) {
        if (!type.isInstance(value)) {
            throw new IllegalArgumentException(
                    "JSON has a " + value.getClass().getSimpleName() + " where it must have a " + type.getSimpleName());
        }
        return type.cast(value);
    }
}
