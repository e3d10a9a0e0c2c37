package io.grizzlythrift.fuzz;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** Inputs on which a fuzz target once failed, kept in the sources. */
public final class FuzzFindings {
    private static final Path FOLDER = Path.of("src", "test", "fuzz");

    private FuzzFindings() {}

    /**
     * Returns the inputs of a target, from the folder of its name.
     *
     * @param target the target
     *
     * @return empty if there is no such folder
     *
     * @throws IOException if one cannot be read
     */
    public static List<byte[]> of(Class<?> target) throws IOException {
        Path folder = FOLDER.resolve(target.getSimpleName());
        if (!Files.isDirectory(folder)) {
            return List.of();
        }
        List<byte[]> findings = new ArrayList<>();
        try (Stream<Path> files = Files.list(folder)) {
            for (Path file : files.sorted().toList()) {
                findings.add(Files.readAllBytes(file));
            }
        }
        return findings;
    }
}
