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
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;

/** A client calls a server, both in new processes for each measurement. */
record LoadCase(String contender, ServerChoice server, Load load) implements Case {
    /** Flags of all JVMs that need no larger heap. */
    static final List<String> USUAL_FLAGS = flags(1024);

    private static final long MEBIBYTE = 1 << 20;
    private static final long LEAST_HEAP = 1024 * MEBIBYTE;
    /**
     * Request frame and decoded arguments, reply frame and result: each may be in a buffer of twice its size for a
     * moment.
     */
    private static final int HEAP_PER_BYTE_IN_FLIGHT = 8;
    /** The rest is left for the system, its socket buffers and this process. */
    private static final double MOST_OF_MEMORY = 0.8;

    @Override
    public Facts facts() {
        return new Facts(
                server.names(),
                Optional.of(load.client()),
                Optional.of(load.protocol()),
                OptionalInt.of(load.size()),
                OptionalInt.of(load.connections()));
    }

    /** Only if the raw client replays an echo: the other clients call through code of the bench's own service. */
    @Override
    public Optional<Case> with(OwnCalls own) {
        return load.isReplayedEcho()
                ? Optional.of(new LoadCase(contender, server.with(own.service()), load.calls(own.recording())))
                : Optional.empty();
    }

    @Override
    public Optional<String> obstacle(long memoryBytes) {
        if (server.obstacle().isPresent()) {
            return server.obstacle();
        }
        return memoryBytes == 0 || 2 * heapBytes() <= MOST_OF_MEMORY * memoryBytes
                ? Optional.empty()
                : Optional.of(String.format(
                        Locale.ROOT,
                        "server and client would need %,d MiB of heap each; this machine has %,d MiB of memory",
                        heapBytes() / MEBIBYTE,
                        memoryBytes / MEBIBYTE));
    }

    @Override
    public String title(String usual) {
        return load.calls().isPresent() ? load.title() : usual;
    }

    static List<String> flags(long heapMebibytes) {
        return List.of("-Xms" + heapMebibytes + "m", "-Xmx" + heapMebibytes + "m", "-XX:+UseParallelGC");
    }

    private long heapBytes() {
        return LEAST_HEAP + HEAP_PER_BYTE_IN_FLIGHT * load.bytesInFlight();
    }

    @Override
    public LoadCase with(ThreadCounts threads) {
        return new LoadCase(contender, server.with(threads), load);
    }

    @Override
    public Duration time(Timing timing) {
        return timing.perMeasurement();
    }

    @Override
    public LoadMeasurement measure(Processes processes, Timing timing, Occasion occasion)
            throws IOException, InterruptedException {
        JavaCommand java = processes.javaWith(flags(heapBytes() / MEBIBYTE));
        List<String> serverOptions = server.options(load.protocol());
        List<String> loadOptions = new ArrayList<>(load.options());
        loadOptions.add("--warmup=" + timing.warmup().toMillis() + "ms");
        loadOptions.add("--duration=" + timing.duration().toMillis() + "ms");
        try (ServerProcess running = ServerProcess.start(processes.children(), java, serverOptions)) {
            LoadResult result = new LoadProcess(processes.children(), java).run(running, loadOptions);
            return new LoadMeasurement(occasion, new Setup(serverOptions, java.flags(), java.flags()), result);
        }
    }
}
