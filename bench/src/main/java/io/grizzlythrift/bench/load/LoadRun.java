package io.grizzlythrift.bench.load;

import static java.util.Objects.requireNonNull;

import io.grizzlythrift.bench.load.plan.LoadClient;
import io.grizzlythrift.bench.load.plan.LoadPlan;
import io.grizzlythrift.bench.machine.Machine;
import io.grizzlythrift.bench.machine.ProcessCpu;
import io.grizzlythrift.bench.machine.ProcessMemory;
import io.grizzlythrift.bench.machine.StealTime;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.OptionalLong;

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
        long serverPeakBytes;
        long clientPeakBytes;
        try (client) {
            start(client);
            pause(plan.warmup());
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
                serverPid.isPresent() ? after.server.since(before.server) / 1000.0 / calls : Double.NaN,
                after.client.since(before.client) / 1000.0 / calls,
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

    private static void pause(Duration time) throws InterruptedException {
        Thread.sleep(time.toMillis());
    }

    /** All counters, read together. The figures per call are computed from the differences of two readings. */
    private record Counters(long nanos, long calls, ProcessCpu client, ProcessCpu server, StealTime steal) {
        static Counters read(LoadClient load, OptionalLong serverPid) {
            ProcessCpu client = ProcessCpu.of(ProcessHandle.current().pid());
            ProcessCpu server = serverPid.isPresent() ? ProcessCpu.of(serverPid.getAsLong()) : client;
            return new Counters(System.nanoTime(), load.calls(), client, server, StealTime.now());
        }
    }
}
