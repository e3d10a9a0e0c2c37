package io.grizzlythrift.bench.load;

import static java.util.Objects.requireNonNull;

import io.grizzlythrift.bench.load.plan.LoadClient;
import io.grizzlythrift.bench.load.plan.LoadPlan;
import io.grizzlythrift.bench.machine.Machine;
import io.grizzlythrift.bench.machine.ProcessCpu;
import io.grizzlythrift.bench.machine.ProcessIo;
import io.grizzlythrift.bench.machine.ProcessMemory;
import io.grizzlythrift.bench.machine.StealTime;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.ToLongFunction;

/** Runs one measurement: a warm-up, and then a window between two readings of all counters. */
public final class LoadRun {
    private final LoadPlan plan;
    private final OptionalLong serverPid;

    /**
     * Prepares a run.
     *
     * @param plan the load
     * @param serverPid process id of the server, to read its CPU time; empty if it is not on this machine
     */
    public LoadRun(LoadPlan plan, OptionalLong serverPid) {
        this.plan = requireNonNull(plan, "plan");
        this.serverPid = requireNonNull(serverPid, "serverPid");
    }

    /**
     * Runs the measurement to its end.
     *
     * @param clientName one of {@link LoadClients#names()}
     * @return the figures; check {@link LoadResult#valid()}
     * @throws IOException if the server cannot be reached
     * @throws InterruptedException if the thread is interrupted
     */
    public LoadResult run(String clientName) throws IOException, InterruptedException {
        LoadClient client = LoadClients.create(clientName, plan);
        Counters before;
        Counters after;
        Duration warmedUp;
        long serverPeakBytes;
        long clientPeakBytes;
        try (client) {
            start(client);
            warmedUp = warmUp();
            client.record(true);
            before = Counters.read(client, serverPid);
            pause(plan.duration());
            client.record(false);
            after = Counters.read(client, serverPid);
            clientPeakBytes = new ProcessMemory(ProcessHandle.current().pid()).peakBytes();
            serverPeakBytes = serverPid.isPresent() ? new ProcessMemory(serverPid.getAsLong()).peakBytes() : 0;
        }
        double seconds = (after.nanos - before.nanos) / 1e9;
        long calls = after.calls - before.calls;
        long errors = client.errors().count();
        String firstError = client.errors().first().orElse(calls == 0 ? "no reply came" : "");
        if (calls == 0) {
            String seen = firstError;
            firstError = Diagnosis.of(plan)
                    .map(why -> why + "; first error: " + seen)
                    .orElse(seen);
        }
        return new LoadResult(
                Instant.now().truncatedTo(ChronoUnit.SECONDS).toString(),
                clientName,
                plan,
                errors == 0 && calls > 0,
                errors,
                firstError,
                calls,
                seconds,
                calls / seconds,
                warmedUp.toNanos() / 1e9,
                serverPid.isPresent() ? after.server.since(before.server) / 1000.0 / calls : Double.NaN,
                after.client.since(before.client) / 1000.0 / calls,
                perCall(ProcessIo::reads, before, after, calls),
                perCall(ProcessIo::writes, before, after, calls),
                serverPeakBytes,
                clientPeakBytes,
                LatencyMicros.of(client.latencies()),
                after.steal.percentSince(before.steal),
                Machine.here());
    }

    private void start(LoadClient client) throws IOException, InterruptedException {
        try {
            client.start();
        } catch (IOException failed) {
            throw new IOException("cannot connect to " + plan.host() + ":" + plan.port() + ": " + failed, failed);
        }
    }

    private static double perCall(ToLongFunction<ProcessIo> counter, Counters before, Counters after, long calls) {
        return before.serverIo.isPresent() && after.serverIo.isPresent()
                ? (double) (counter.applyAsLong(after.serverIo.get()) - counter.applyAsLong(before.serverIo.get()))
                        / calls
                : Double.NaN;
    }

    private Duration warmUp() throws InterruptedException {
        if (!plan.untilQuiet()) {
            pause(plan.warmup());
            return plan.warmup();
        }
        List<CompilerCpu> compilers = new ArrayList<>();
        compilers.add(new CompilerCpu(ProcessHandle.current().pid()));
        serverPid.ifPresent(pid -> compilers.add(new CompilerCpu(pid)));
        return new WarmUp(
                        plan.warmup(),
                        () -> compilers.stream()
                                .mapToLong(CompilerCpu::sinceLast)
                                .sum(),
                        LoadRun::pause)
                .await();
    }

    /** CPU time of the compilers of a process, reading by reading. */
    private static final class CompilerCpu {
        private final long pid;
        private ProcessCpu last;

        CompilerCpu(long pid) {
            this.pid = pid;
            last = ProcessCpu.ofCompilers(pid);
        }

        long sinceLast() {
            ProcessCpu now = ProcessCpu.ofCompilers(pid);
            long nanos = now.since(last);
            last = now;
            return nanos;
        }
    }

    private static void pause(Duration time) throws InterruptedException {
        Thread.sleep(time.toMillis());
    }

    /** All counters, read together. The figures per call are computed from the differences of two readings. */
    private record Counters(
            long nanos,
            long calls,
            ProcessCpu client,
            ProcessCpu server,
            Optional<ProcessIo> serverIo,
            StealTime steal) {
        static Counters read(LoadClient load, OptionalLong serverPid) {
            ProcessCpu client = ProcessCpu.of(ProcessHandle.current().pid());
            ProcessCpu server = serverPid.isPresent() ? ProcessCpu.of(serverPid.getAsLong()) : client;
            Optional<ProcessIo> io = serverPid.isPresent() ? ProcessIo.of(serverPid.getAsLong()) : Optional.empty();
            return new Counters(System.nanoTime(), load.calls(), client, server, io, StealTime.now());
        }
    }
}
