package io.grizzlythrift.bench.matrix;

import static java.util.Objects.requireNonNull;

import io.grizzlythrift.bench.process.Children;
import io.grizzlythrift.bench.process.JavaCommand;
import java.util.List;

/**
 * How measurements start their servers and clients.
 *
 * @param children ends them
 * @param java starts them
 * @param flags more flags of their JVMs, which win over those of a preset
 */
public record Processes(Children children, JavaCommand java, List<String> flags) {
    /** Checks that nothing is missing. */
    public Processes {
        requireNonNull(children, "children");
        requireNonNull(java, "java");
        flags = List.copyOf(flags);
    }

    /** Starts them with the flags of a preset. */
    JavaCommand javaWith(List<String> presetFlags) {
        return java.plus(presetFlags).plus(flags);
    }
}
