package io.grizzlythrift.bench.matrix;

import static java.util.Objects.requireNonNull;

import io.grizzlythrift.bench.process.Children;
import io.grizzlythrift.bench.process.JavaCommand;

/**
 * How measurements start their servers and clients.
 *
 * @param children ends them
 * @param java starts them, without flags
 */
public record Processes(Children children, JavaCommand java) {
    /** Checks that nothing is missing. */
    public Processes {
        requireNonNull(children, "children");
        requireNonNull(java, "java");
    }
}
