package io.grizzlythrift.bench.matrix;

import io.grizzlythrift.bench.machine.Machine;
import io.grizzlythrift.bench.machine.StealTime;
import io.grizzlythrift.bench.micro.CopyProbe;
import io.grizzlythrift.bench.process.MicroProcess;
import io.grizzlythrift.bench.results.MicroMeasurement;
import io.grizzlythrift.bench.results.Occasion;
import io.grizzlythrift.bench.results.Setup;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.apache.thrift.TException;

/** One figure of a part of server or client: a micro benchmark in a new process, or a count. */
record MicroCase(String contender, String unit, boolean timed, Source source) implements Case {
    private static final double NANOS = 1e9;

    /** Takes the figure. */
    @FunctionalInterface
    interface Source {
        double measure(Processes processes, Timing timing) throws IOException, InterruptedException;
    }

    /** Counts bytes that a library copies. */
    @FunctionalInterface
    interface Count {
        long bytes(CopyProbe library) throws TException;
    }

    /** Returns the calls per second of a benchmark that measures nanoseconds per call, one call at a time. */
    static MicroCase ofBenchmark(String contender, String benchmark) {
        return new MicroCase(
                contender,
                "calls/s",
                true,
                (processes, timing) -> NANOS
                        / new MicroProcess(processes.children(), processes.javaWith(LoadCase.USUAL_FLAGS))
                                .score(benchmark, List.of("calls=1"), timing.warmup(), timing.duration()));
    }

    /** Returns the bytes that a library copies. */
    static MicroCase ofCopies(String contender, CopyProbe library, Count count) {
        return new MicroCase(contender, "bytes", false, (processes, timing) -> {
            try {
                return count.bytes(library);
            } catch (TException failed) {
                throw new IOException(failed.getMessage(), failed);
            }
        });
    }

    @Override
    public Facts facts() {
        return new Facts(List.of(), Optional.empty(), Optional.empty(), OptionalInt.empty(), OptionalInt.empty());
    }

    /** {@inheritDoc} There is no server. */
    @Override
    public MicroCase with(ThreadCounts threads) {
        return this;
    }

    @Override
    public Duration time(Timing timing) {
        return timed ? timing.perMeasurement() : Duration.ZERO;
    }

    @Override
    public MicroMeasurement measure(Processes processes, Timing timing, Occasion occasion)
            throws IOException, InterruptedException {
        StealTime before = StealTime.now();
        double value = source.measure(processes, timing);
        List<String> flags = processes.javaWith(LoadCase.USUAL_FLAGS).flags();
        return new MicroMeasurement(
                occasion,
                new Setup(List.of(), List.of(), timed ? flags : List.of()),
                Instant.now().truncatedTo(ChronoUnit.SECONDS).toString(),
                unit,
                value,
                StealTime.now().percentSince(before),
                Machine.here());
    }
}
