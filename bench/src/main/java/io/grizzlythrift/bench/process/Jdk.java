package io.grizzlythrift.bench.process;

import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A JDK of this machine.
 *
 * @param home its folder
 * @param feature its feature version, such as 17
 */
public record Jdk(Path home, int feature) {
    private static final Pattern VERSION = Pattern.compile("(?m)^JAVA_VERSION=\"(\\d+)");
    private static final Pattern VARIABLE = Pattern.compile("(JAVA|JDK)_HOME.*");
    private static final Path USUAL_FOLDER = Path.of("/usr/lib/jvm");

    /** Requires a folder. */
    public Jdk {
        requireNonNull(home, "home");
    }

    /** {@return the java executable} */
    public Path java() {
        return home.resolve("bin").resolve("java");
    }

    /**
     * Finds a JDK: the one that runs this process, if it fits, or the newest that fits, of those that the environment
     * names in variables such as {@code JAVA_HOME_25} and those in {@code /usr/lib/jvm}.
     *
     * @param fits whether a feature version will do
     * @return the JDK; empty if there is none
     */
    public static Optional<Jdk> find(Predicate<Integer> fits) {
        Optional<Jdk> running = of(Path.of(System.getProperty("java.home")));
        return running.filter(jdk -> fits.test(jdk.feature()))
                .or(() -> homes().flatMap(home -> of(home).stream())
                        .filter(jdk -> fits.test(jdk.feature()))
                        .max(Comparator.comparing(Jdk::feature)));
    }

    private static Stream<Path> homes() {
        Stream<Path> named = System.getenv().entrySet().stream()
                .filter(variable -> VARIABLE.matcher(variable.getKey()).matches())
                .map(Map.Entry::getValue)
                .map(Path::of);
        return Stream.concat(named, usual());
    }

    private static Stream<Path> usual() {
        if (!Files.isDirectory(USUAL_FOLDER)) {
            return Stream.empty();
        }
        try (Stream<Path> folders = Files.list(USUAL_FOLDER)) {
            return folders.sorted().toList().stream();
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    private static Optional<Jdk> of(Path home) {
        Path release = home.resolve("release");
        if (!Files.isRegularFile(release)
                || !Files.isExecutable(home.resolve("bin").resolve("javac"))) {
            return Optional.empty();
        }
        try {
            Matcher version = VERSION.matcher(Files.readString(release));
            return version.find() ? Optional.of(new Jdk(home, Integer.parseInt(version.group(1)))) : Optional.empty();
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }
}
