package io.grizzlythrift.bench.matrix;

import io.grizzlythrift.bench.memory.MemoryRun;
import io.grizzlythrift.bench.results.MemoryMeasurement;
import io.grizzlythrift.bench.results.Occasion;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalInt;

/** Measures the memory of idle connections on a server. */
record MemoryCase(ServerChoice server, int connections) implements Case {
    private static final Duration USUAL_TIME = Duration.ofSeconds(5);

    @Override
    public String contender() {
        return server.label();
    }

    @Override
    public Facts facts() {
        return new Facts(
                server.names(), Optional.empty(), Optional.empty(), OptionalInt.empty(), OptionalInt.of(connections));
    }

    @Override
    public Optional<String> obstacle(long memoryBytes) {
        return server.obstacle();
    }

    @Override
    public MemoryCase with(ThreadCounts threads) {
        return new MemoryCase(server.with(threads), connections);
    }

    @Override
    public Duration time(Timing timing) {
        return USUAL_TIME;
    }

    @Override
    public MemoryMeasurement measure(Processes processes, Timing timing, Occasion occasion)
            throws IOException, InterruptedException {
        return new MemoryRun(processes.children(), processes.javaWith(LoadCase.USUAL_FLAGS))
                .measure(occasion, server.options(), connections);
    }
}
