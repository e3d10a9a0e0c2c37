package io.grizzlythrift.bench.machine;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Map;
import java.util.Properties;
import java.util.stream.Collectors;

/** The libraries of this build and their versions. */
final class Versions {
    private static final String RESOURCE = "versions.properties";

    private Versions() {}

    static Map<String, String> ofBuild() {
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
