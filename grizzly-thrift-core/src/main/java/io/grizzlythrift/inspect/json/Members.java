package io.grizzlythrift.inspect.json;

import com.fasterxml.jackson.core.JsonGenerator;
import io.grizzlythrift.inspect.Latencies;
import io.grizzlythrift.inspect.Listing;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/** Members of objects, in the forms that {@link SnapshotJson} describes. */
final class Members {
    private static final double NANOS_PER_MILLI = 1e6;
    private static final double MEDIAN = 0.5;
    private static final double P99 = 0.99;

    private Members() {}

    /** Writes one element of an array. */
    @FunctionalInterface
    interface Element<T> {
        void write(T element) throws IOException;
    }

    static double millis(Duration time) {
        return time.toNanos() / NANOS_PER_MILLI;
    }

    static void time(JsonGenerator json, String name, Duration time) throws IOException {
        json.writeNumberField(name, millis(time));
    }

    static void time(JsonGenerator json, String name, Optional<Duration> time) throws IOException {
        if (time.isPresent()) {
            time(json, name, time.get());
        } else {
            json.writeNullField(name);
        }
    }

    static void text(JsonGenerator json, String name, Optional<String> text) throws IOException {
        if (text.isPresent()) {
            json.writeStringField(name, text.get());
        } else {
            json.writeNullField(name);
        }
    }

    static void number(JsonGenerator json, String name, OptionalLong number) throws IOException {
        if (number.isPresent()) {
            json.writeNumberField(name, number.getAsLong());
        } else {
            json.writeNullField(name);
        }
    }

    static void latencies(JsonGenerator json, String name, Latencies times) throws IOException {
        if (times.count() == 0) {
            json.writeNullField(name);
            return;
        }
        json.writeObjectFieldStart(name);
        time(json, "p50", times.quantile(MEDIAN));
        time(json, "p99", times.quantile(P99));
        json.writeEndObject();
    }

    /** Writes an array of objects. */
    static <T> void objects(JsonGenerator json, String name, List<T> elements, Element<T> element) throws IOException {
        json.writeArrayFieldStart(name);
        for (T each : elements) {
            json.writeStartObject();
            element.write(each);
            json.writeEndObject();
        }
        json.writeEndArray();
    }

    static <T> void listing(JsonGenerator json, String name, Listing<T> listing, Element<T> element)
            throws IOException {
        json.writeObjectFieldStart(name);
        json.writeNumberField("total", listing.total());
        objects(json, "items", listing.items(), element);
        json.writeEndObject();
    }
}
