package io.grizzlythrift.bench.load;

import io.grizzlythrift.bench.load.plan.LoadPlan;
import io.grizzlythrift.bench.machine.Machine;
import java.util.Objects;

/**
 * The result of one run.
 *
 * @param date when the run ended, in ISO 8601
 * @param client the client's name
 * @param plan the requested load
 * @param valid whether every reply was right; if not, the other figures mean nothing
 * @param errors number of wrong replies and broken connections, including the warm-up
 * @param firstError the first of them; empty if there was none
 * @param calls right replies within the measured time
 * @param seconds the measured time
 * @param callsPerSecond {@code calls} divided by {@code seconds}
 * @param warmupSeconds how long the warm-up took; 0 in result files from before it was recorded
 * @param serverCpuMicrosPerCall CPU time of the server's process per call; NaN if its id was not given. The calls of
 *     {@link LoadPlan#burnEvery()} are included in the CPU time, but not in the number of calls
 * @param clientCpuMicrosPerCall CPU time of this process per call, likewise
 * @param serverReadsPerCall system calls of the server that read, per call; NaN if unknown, 0 in older result files
 * @param serverWritesPerCall system calls of the server that write, likewise
 * @param serverPeakBytes largest resident memory of the server's process so far; 0 if its id was not given
 * @param clientPeakBytes largest resident memory of this process so far
 * @param latency time from write to reply; with a rate, from when the call was due
 * @param stealPercent share of the measured time that a hypervisor took from the cores; NaN if it is unknown
 * @param machine the machine of the run
 */
public record LoadResult(
        String date,
        String client,
        LoadPlan plan,
        boolean valid,
        long errors,
        String firstError,
        long calls,
        double seconds,
        double callsPerSecond,
        double warmupSeconds,
        double serverCpuMicrosPerCall,
        double clientCpuMicrosPerCall,
        double serverReadsPerCall,
        double serverWritesPerCall,
        long serverPeakBytes,
        long clientPeakBytes,
        LatencyMicros latency,
        Double stealPercent,
        Machine machine) {
    /** Older results lack the steal time. */
    public LoadResult {
        stealPercent = Objects.requireNonNullElse(stealPercent, Double.NaN);
    }
}
