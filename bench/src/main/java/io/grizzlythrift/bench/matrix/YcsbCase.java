package io.grizzlythrift.bench.matrix;

import io.grizzlythrift.bench.process.JavaCommand;
import io.grizzlythrift.bench.results.Occasion;
import io.grizzlythrift.bench.results.YcsbMeasurement;
import io.grizzlythrift.bench.ycsb.YcsbPlan;
import io.grizzlythrift.bench.ycsb.YcsbRun;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalInt;

/** A run of YCSB on a MapKeeper server. */
record YcsbCase(ServerChoice server, YcsbPlan plan) implements Case {
    private static final Duration USUAL_TIME = Duration.ofSeconds(12);

    @Override
    public String contender() {
        return server.label() + ", " + plan.client();
    }

    @Override
    public Facts facts() {
        return new Facts(
                server.names(),
                Optional.of(plan.client().toString()),
                Optional.empty(),
                OptionalInt.empty(),
                OptionalInt.empty());
    }

    @Override
    public Optional<String> obstacle(long memoryBytes) {
        return server.obstacle();
    }

    @Override
    public YcsbCase with(ThreadCounts threads) {
        return new YcsbCase(server.with(threads), plan);
    }

    @Override
    public Duration time(Timing timing) {
        return USUAL_TIME;
    }

    @Override
    public YcsbMeasurement measure(Processes processes, Timing timing, Occasion occasion)
            throws IOException, InterruptedException {
        JavaCommand java = processes.javaWith(LoadCase.USUAL_FLAGS);
        return new YcsbRun(processes.children(), java, java, line -> {}).measure(occasion, server.options(), plan);
    }
}
