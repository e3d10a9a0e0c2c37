package io.grizzlythrift.bench.machine;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Map;
import java.util.Properties;
import java.util.stream.Collectors;

/** The commit of this build, its libraries and their versions. */
final class Versions {
    private static final String RESOURCE = "versions.properties";
    private static final String COMMIT = "commit";

    private Versions() {}

    static Map<String, String> ofBuild() {
        return read().entrySet().stream()
                .filter(version -> !version.getKey().equals(COMMIT))
                .collect(Collectors.toUnmodifiableMap(Map.Entry::getKey, Map.Entry::getValue));
    }

    /** {@return the commit of the sources, with {@code -dirty} if they were changed} */
    static String commit() {
        return read().get(COMMIT);
    }

    private static Map<String, String> read() {
        Properties versions = new Properties();
        try (InputStream resource = Versions.class.getResourceAsStream(RESOURCE)) {
            if (resource == null) {
                throw new IllegalStateException("the build left out " + RESOURCE);
            }
            versions.load(resource);
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
        return versions.stringPropertyNames().stream()
                .collect(Collectors.toUnmodifiableMap(name -> name, versions::getProperty));
    }
}
