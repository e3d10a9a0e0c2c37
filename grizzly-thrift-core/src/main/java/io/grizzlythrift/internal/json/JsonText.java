package io.grizzlythrift.internal.json;

import com.fasterxml.jackson.core.io.JsonStringEncoder;
import java.io.IOException;
import java.nio.charset.StandardCharsets;

/** The texts around what a {@link io.grizzlythrift.catalog.json.JsonTranscoder} writes. */
final class JsonText {
    private JsonText() {}

    /** Returns an error, whose message may contain what a peer has sent. */
    static byte[] error(String type, String message) {
        return bytes("{\"error\":{\"type\":" + quoted(type) + ",\"message\":" + quoted(message) + "}}");
    }

    /**
     * Writes a declared exception.
     *
     * @param value its fields, as an object
     */
    static void writeException(String type, JsonReply value, JsonReply text) throws IOException {
        text.write(bytes("{\"exception\":{\"type\":" + quoted(type) + ",\"value\":"));
        text.writeJsonOf(value);
        text.write(bytes("}}"));
    }

    private static String quoted(String text) {
        return '"' + String.valueOf(JsonStringEncoder.getInstance().quoteAsString(text)) + '"';
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
