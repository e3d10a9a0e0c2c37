package io.grizzlythrift.samples.mapkeeper;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Collections;
import java.util.Map;
import java.util.Objects;
import java.util.Properties;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What YCSB does to the records, how it picks them, and what it reports, as YCSB's own properties.
 *
 * @param properties values by name
 */
public record YcsbWorkload(SortedMap<String, String> properties) {
    /** Copies the map. */
    public YcsbWorkload {
        properties = Collections.unmodifiableSortedMap(new TreeMap<>(properties));
    }

    /**
     * As many updates as reads.
     *
     * @return YCSB's workload a
     */
    public static YcsbWorkload a() {
        return new YcsbWorkload(new TreeMap<>(read(YcsbWorkload.class, "workload-a.properties")));
    }

    /**
     * The same but for some properties.
     *
     * @param changes values by name
     * @return another workload
     */
    public YcsbWorkload with(Map<String, String> changes) {
        SortedMap<String, String> all = new TreeMap<>(properties);
        all.putAll(changes);
        return new YcsbWorkload(all);
    }

    /**
     * Reads a file of properties.
     *
     * @param owner a class of the package that the file lies in
     * @param name the file's name
     * @return values by name
     */
    public static Map<String, String> read(Class<?> owner, String name) {
        Properties file = new Properties();
        try (InputStream resource = Objects.requireNonNull(owner.getResourceAsStream(name), name)) {
            file.load(resource);
        } catch (IOException e) {
            throw new UncheckedIOException(name + " cannot be read", e);
        }
        Map<String, String> values = new TreeMap<>();
        file.stringPropertyNames().forEach(property -> values.put(property, file.getProperty(property)));
        return values;
    }

    /** Whether YCSB checks what it reads. */
    boolean verified() {
        return Boolean.parseBoolean(properties.get("dataintegrity"));
    }
}
