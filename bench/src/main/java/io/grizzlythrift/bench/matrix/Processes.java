package io.grizzlythrift.bench.matrix;

import static java.util.Objects.requireNonNull;

import io.grizzlythrift.bench.process.Children;
import io.grizzlythrift.bench.process.JavaCommand;
import java.util.List;

/**
 * Starts and ends the servers and clients of measurements.
 *
 * @param children ends them
 * @param java starts them
 * @param flags additional flags of their JVMs, which override those of a preset
 */
public record Processes(Children children, JavaCommand java, List<String> flags) {
    /** Rejects a missing value. */
    public Processes {
        requireNonNull(children, "children");
        requireNonNull(java, "java");
        flags = List.copyOf(flags);
    }

    /** {@return the command that starts them, with the flags of a preset} */
    JavaCommand javaWith(List<String> presetFlags) {
        return java.plus(presetFlags).plus(flags);
    }
}
