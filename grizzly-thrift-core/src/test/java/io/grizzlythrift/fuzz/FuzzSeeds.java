package io.grizzlythrift.fuzz;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Writes the seeds of a fuzz target to one file each, for the fuzzer. */
public final class FuzzSeeds {
    private FuzzSeeds() {}

    /**
     * Called by the build before the fuzzer starts.
     *
     * @param arguments the class of the target, and the folder to write to
     *
     * @throws ReflectiveOperationException if there is no such target
     *
     * @throws IOException if a file cannot be written
     */
    public static void main(String[] arguments) throws ReflectiveOperationException, IOException {
        Class<?> target = Class.forName(arguments[0]);
        Path folder = Files.createDirectories(Path.of(arguments[1]));
        List<?> seeds = (List<?>) target.getMethod("seeds").invoke(null);
        for (int i = 0; i < seeds.size(); i++) {
            Files.write(folder.resolve("seed-" + i), (byte[]) seeds.get(i));
        }
    }
}
