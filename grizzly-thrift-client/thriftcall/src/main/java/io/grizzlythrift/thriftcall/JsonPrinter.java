package io.grizzlythrift.thriftcall;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamWriteConstraints;
import com.fasterxml.jackson.core.io.JsonStringEncoder;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.ArrayDeque;
import java.util.Deque;

/** Lays out JSON for people: indented and colored. Texts from the server cannot control the terminal: JSON escapes them. */
final class JsonPrinter {
    /** For trusted JSON, made by this program: its size is limited where it is received. */
    static final JsonFactory JSON = JsonFactory.builder()
            .streamReadConstraints(StreamReadConstraints.builder()
                    .maxStringLength(Integer.MAX_VALUE)
                    .maxNestingDepth(10_000)
                    .build())
            .streamWriteConstraints(
                    StreamWriteConstraints.builder().maxNestingDepth(10_000).build())
            .build();

    private final Terminal terminal;
    private final StringBuilder text = new StringBuilder();
    private boolean afterKey;

    private JsonPrinter(Terminal terminal) {
        this.terminal = terminal;
    }

    /** {@return the JSON as the terminal shows it: laid out for people, or on one line} */
    static String layout(Terminal terminal, String json) {
        return terminal.readable() ? new JsonPrinter(terminal).indented(json) : json;
    }

    private String indented(String json) {
        try (JsonParser parser = JSON.createParser(json)) {
            Deque<Integer> counts = new ArrayDeque<>(); // of the elements of each open object or array
            for (JsonToken token = parser.nextToken(); token != null; token = parser.nextToken()) {
                print(token, parser, counts);
            }
            return text.toString();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void print(JsonToken token, JsonParser parser, Deque<Integer> counts) throws IOException {
        if (token == JsonToken.END_OBJECT || token == JsonToken.END_ARRAY) {
            if (counts.pop() > 0) {
                newLine(counts.size());
            }
            text.append(parser.getText());
            return;
        }
        if (!counts.isEmpty() && !afterKey) {
            int count = counts.pop();
            counts.push(count + 1);
            text.append(count > 0 ? "," : "");
            newLine(counts.size());
        }
        afterKey = token == JsonToken.FIELD_NAME;
        if (token == JsonToken.FIELD_NAME) {
            text.append(terminal.paint(Terminal.Color.KEY, quoted(parser.currentName())))
                    .append(": ");
        } else if (token.isStructStart()) {
            text.append(parser.getText());
            counts.push(0);
        } else {
            text.append(scalar(token, parser));
        }
    }

    private String scalar(JsonToken token, JsonParser parser) throws IOException {
        return switch (token) {
            case VALUE_STRING -> terminal.paint(Terminal.Color.TEXT, quoted(parser.getText()));
            case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> terminal.paint(Terminal.Color.NUMBER, parser.getText());
            default -> terminal.paint(Terminal.Color.WORD, parser.getText());
        };
    }

    private void newLine(int depth) {
        text.append('\n').append("  ".repeat(depth));
    }

    static String quoted(String value) {
        return "\"" + withoutControls(new String(JsonStringEncoder.getInstance().quoteAsString(value))) + "\"";
    }

    /** JSON leaves the controls of the upper half as they are; some terminals obey them. */
    private static String withoutControls(String value) {
        StringBuilder safe = new StringBuilder(value.length());
        value.codePoints().forEach(c -> {
            if (Character.isISOControl(c)) {
                safe.append("\\u%04x".formatted(c));
            } else {
                safe.appendCodePoint(c);
            }
        });
        return safe.toString();
    }

    /** Writes JSON. */
    @FunctionalInterface
    interface Writer {
        void write(JsonGenerator json) throws IOException;
    }

    /** {@return JSON on one line} */
    static String json(Writer writer) {
        StringWriter text = new StringWriter();
        try (JsonGenerator json = JSON.createGenerator(text)) {
            writer.write(json);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return text.toString();
    }
}
