package io.grizzlythrift.catalog.json;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;

/** A document that is read, with its position. Belongs to one thread. */
final class JsonSource {
    private final JsonParser parser;
    private final ContainerSizes sizes;
    private final JsonLimits limits;
    private int depth;

    JsonSource(JsonParser parser, ContainerSizes sizes, JsonLimits limits) {
        this.parser = parser;
        this.sizes = sizes;
        this.limits = limits;
    }

    JsonParser parser() {
        return parser;
    }

    JsonToken token() {
        return parser.currentToken();
    }

    /** Reads the next token, which is a value or the end of a container. */
    JsonToken next() throws IOException {
        return parser.nextToken();
    }

    /** Reads the next element of an array; false at its end. */
    boolean hasElement() throws IOException, ValueException {
        JsonToken token = parser.nextToken();
        if (token == JsonToken.VALUE_NULL) {
            throw new ValueException("is null, must have a value");
        }
        return token != JsonToken.END_ARRAY;
    }

    /** Requires the start of a container, and returns its size. */
    int begin(JsonToken start, String type) throws IOException, ValueException {
        if (token() != start) {
            throw mismatch(type);
        }
        return sizes.next();
    }

    /** Returns the integer whose token was read, a number or the key of a map. */
    long integer(int bits) throws IOException, ValueException {
        long min = Long.MIN_VALUE >> (Long.SIZE - bits);
        try {
            long value = Long.parseLong(parser.getText());
            if (value >= min && value <= -(min + 1)) {
                return value;
            }
        } catch (NumberFormatException e) {
            // too long, or no number
        }
        throw mismatch("an integer from " + min + " to " + -(min + 1));
    }

    void enterStruct() throws ValueException {
        limits.requireDepth(++depth);
    }

    void leaveStruct() {
        depth--;
    }

    /** Returns a text that can be encoded: half of a pair of surrogates would become another character. */
    static String requireUnicode(String text) throws ValueException {
        for (int i = 0; i < text.length(); i++) {
            char next = text.charAt(i);
            if (Character.isSurrogate(next)) {
                i++;
                if (i == text.length() || !Character.isSurrogatePair(next, text.charAt(i))) {
                    throw new ValueException("has an unpaired surrogate");
                }
            }
        }
        return text;
    }

    ValueException mismatch(String type) throws IOException {
        String found = switch (token()) {
            case START_OBJECT -> "an object";
            case START_ARRAY -> "an array";
            case VALUE_STRING -> "the string \"" + JsonPath.quotable(parser.getText()) + "\"";
            case VALUE_NULL -> "null";
            default -> JsonPath.quotable(parser.getText());
        };
        return new ValueException("is " + found + ", must be " + type);
    }
}
