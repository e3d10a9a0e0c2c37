package io.grizzlythrift.bench.matrix;

import static io.grizzlythrift.strategy.internal.util.Bounds.requireBetween;

import io.grizzlythrift.bench.server.ServerOption;
import io.grizzlythrift.bench.server.ServerSettings;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;

/**
 * Numbers of threads for all servers of a comparison, instead of those of its preset.
 *
 * @param io threads that read and write; empty to keep those of the preset
 * @param workers threads that run calls, for servers that have such threads; empty to keep those of the preset
 */
public record ThreadCounts(Optional<Integer> io, Optional<Integer> workers) {
    /** Those of the preset. */
    public static final ThreadCounts OF_PRESET = new ThreadCounts(Optional.empty(), Optional.empty());

    /** Checks the bounds. */
    public ThreadCounts {
        io.ifPresent(number -> requireBetween("io-threads", number, 1, ServerSettings.MAX_IO_THREADS));
        workers.ifPresent(number -> requireBetween("worker-threads", number, 1, ServerSettings.MAX_WORKER_THREADS));
    }

    /** {@return the options of {@code serve} that differ from the preset, with their values} */
    Map<ServerOption, Integer> options() {
        Map<ServerOption, Integer> options = new EnumMap<>(ServerOption.class);
        io.ifPresent(number -> options.put(ServerOption.IO_THREADS, number));
        workers.ifPresent(number -> options.put(ServerOption.WORKER_THREADS, number));
        return options;
    }
}
