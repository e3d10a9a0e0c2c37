package io.grizzlythrift.samples.war;

import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.stream.Stream;

/** Finds a JDK for a container that does not run on the one of the tests. */
final class NewerJdk {
    private NewerJdk() {}

    /** Returns the {@code java} of this JVM if it is new enough, else one of a JDK next to it or in {@code JAVA_HOME_*}. */
    static Optional<Path> java(int feature) throws IOException {
        Path own = Path.of(System.getProperty("java.home")).toRealPath();
        List<Path> homes = new ArrayList<>(List.of(own));
        for (Map.Entry<String, String> variable : System.getenv().entrySet()) {
            if (variable.getKey().startsWith("JAVA_HOME_")) {
                homes.add(Path.of(variable.getValue()));
            }
        }
        try (Stream<Path> siblings = Files.list(own.getParent())) {
            siblings.sorted().forEach(homes::add);
        }
        for (Path home : homes) {
            if (featureOf(home) >= feature) {
                return Optional.of(home.resolve("bin/java"));
            }
        }
        return Optional.empty();
    }

    /** Returns 0 if the folder has no JDK. */
    private static int featureOf(Path home) throws IOException {
        Path release = home.resolve("release");
        if (!Files.isExecutable(home.resolve("bin/java")) || !Files.isReadable(release)) {
            return 0;
        }
        Properties properties = new Properties();
        try (Reader text = Files.newBufferedReader(release)) {
            properties.load(text);
        }
        return Runtime.Version.parse(properties.getProperty("JAVA_VERSION", "1").replace("\"", ""))
                .feature();
    }
}
