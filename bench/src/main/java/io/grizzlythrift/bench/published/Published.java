package io.grizzlythrift.bench.published;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.grizzlythrift.bench.results.LoadFigures;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The published figures of a comparison, with their source. Compare their ratios only. */
public final class Published {
    private record Key(Place place, String figure) {}

    private record Value(String group, String contender, String figure, double value) {}

    private record Content(String source, int year, List<String> differences, List<Cell> cells, List<Value> figures) {}

    private final Content content;
    private final Map<Key, Double> values = new HashMap<>();

    private Published(Content content) {
        this.content = content;
        for (Cell cell : cells()) {
            values.put(new Key(cell.place(), LoadFigures.CALLS.head()), cell.requests());
        }
        if (content.figures() != null) {
            content.figures()
                    .forEach(each -> values.put(
                            new Key(new Place(each.group(), each.contender()), each.figure()), each.value()));
        }
    }

    /** Reads the figures that are published for a preset: {@code PRESET.json} beside this class. */
    static Published read(String preset) {
        try (InputStream resource = Published.class.getResourceAsStream(preset + ".json")) {
            if (resource == null) {
                throw new IllegalStateException("the build left out " + preset + ".json");
            }
            return new Published(new ObjectMapper().readValue(resource, Content.class));
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    /** {@return who published the figures, with versions and machines} */
    public String source() {
        return content.source();
    }

    public int year() {
        return content.year();
    }

    /** {@return how the preset differs, one sentence each} */
    public List<String> differences() {
        return List.copyOf(content.differences());
    }

    /** {@return the cells of its tables; empty if it has none} */
    public List<Cell> cells() {
        return content.cells() == null ? List.of() : List.copyOf(content.cells());
    }

    /** {@return all places with a published figure} */
    List<Place> places() {
        return values.keySet().stream().map(Key::place).distinct().toList();
    }

    /**
     * Returns the ratio of two published figures; NaN if one of them was not published.
     *
     * @param figure name of the figure, see {@link io.grizzlythrift.bench.results.Figure#head()}
     */
    public double ratio(Place one, Place other, String figure) {
        return values.getOrDefault(new Key(one, figure), Double.NaN)
                / values.getOrDefault(new Key(other, figure), Double.NaN);
    }
}
