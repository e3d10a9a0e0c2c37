package io.grizzlythrift.internal.json;

import com.fasterxml.jackson.core.io.JsonStringEncoder;
import java.nio.charset.StandardCharsets;

/** The texts around what a {@link io.grizzlythrift.catalog.json.JsonTranscoder} writes. */
final class JsonText {
    private JsonText() {}

    /** Returns an error, whose message may contain what a peer has sent. */
    static byte[] error(String type, String message) {
        return bytes("{\"error\":{\"type\":" + quoted(type) + ",\"message\":" + quoted(message) + "}}");
    }

    /**
     * Returns a declared exception.
     *
     * @param value its fields, as an object
     */
    static JsonReply exception(String type, JsonReply value) {
        JsonReply text = new JsonReply();
        text.writeBytes(bytes("{\"exception\":{\"type\":" + quoted(type) + ",\"value\":"));
        text.writeJsonOf(value);
        text.writeBytes(bytes("}}"));
        return text;
    }

    private static String quoted(String text) {
        return '"' + String.valueOf(JsonStringEncoder.getInstance().quoteAsString(text)) + '"';
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
