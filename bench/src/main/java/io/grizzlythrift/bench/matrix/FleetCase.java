package io.grizzlythrift.bench.matrix;

import io.grizzlythrift.bench.load.LoadResult;
import io.grizzlythrift.bench.process.JavaCommand;
import io.grizzlythrift.bench.process.LoadProcess;
import io.grizzlythrift.bench.process.ServerProcess;
import io.grizzlythrift.bench.results.LoadMeasurement;
import io.grizzlythrift.bench.results.Occasion;
import io.grizzlythrift.bench.results.Setup;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/** A client calls several servers, in new processes for each measurement. CPU time is measured for the client only. */
record FleetCase(String contender, List<ServerChoice> servers, Load load) implements Case {
    /** Small, because there are several servers, and they store nothing. */
    private static final long HEAP_MEBIBYTES = 256;

    FleetCase {
        servers = List.copyOf(servers);
    }

    @Override
    public Facts facts() {
        return new Facts(
                servers.stream()
                        .flatMap(server -> server.names().stream())
                        .distinct()
                        .toList(),
                Optional.of(load.client()),
                Optional.of(load.protocol()),
                OptionalInt.of(load.size()),
                OptionalInt.of(load.connections()));
    }

    @Override
    public FleetCase with(ThreadCounts threads) {
        return new FleetCase(
                contender, servers.stream().map(server -> server.with(threads)).toList(), load);
    }

    @Override
    public Duration time(Timing timing) {
        return timing.perMeasurement();
    }

    @Override
    public LoadMeasurement measure(Processes processes, Timing timing, Occasion occasion)
            throws IOException, InterruptedException {
        JavaCommand java = processes.javaWith(LoadCase.flags(HEAP_MEBIBYTES));
        List<String> loadOptions = new ArrayList<>(load.options());
        loadOptions.add("--warmup=" + timing.warmup().toMillis() + "ms");
        loadOptions.add("--duration=" + timing.duration().toMillis() + "ms");
        List<ServerProcess> running = new ArrayList<>();
        List<String> options = new ArrayList<>();
        try {
            for (ServerChoice server : servers) {
                List<String> each = server.options(load.protocol());
                running.add(ServerProcess.start(processes.children(), java, each));
                options.add(String.join(" ", each));
            }
            LoadResult result = new LoadProcess(processes.children(), java).run(running, loadOptions);
            return new LoadMeasurement(occasion, new Setup(options, java.flags(), java.flags()), result);
        } finally {
            running.forEach(ServerProcess::close);
        }
    }
}
