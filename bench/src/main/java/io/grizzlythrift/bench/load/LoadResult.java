package io.grizzlythrift.bench.load;

import io.grizzlythrift.bench.load.plan.LoadPlan;
import io.grizzlythrift.bench.machine.Machine;

/**
 * What one run measured.
 *
 * @param date when the run ended, ISO 8601
 * @param client the client's name
 * @param plan what was asked for
 * @param valid whether every reply was right; if not, the other figures mean nothing
 * @param errors wrong replies and broken connections, warm-up included
 * @param firstError the first of them; empty if there was none
 * @param calls right replies within the measured time
 * @param seconds the measured time
 * @param callsPerSecond the quotient
 * @param serverCpuMicrosPerCall CPU time of the server's process per call; NaN if its id was not given; calls
 *     of {@link LoadPlan#burnEvery()} are in the time, not among the calls
 * @param clientCpuMicrosPerCall CPU time of this process per call, as with the server's
 * @param serverPeakBytes largest resident memory of the server's process so far; 0 if its id was not given
 * @param clientPeakBytes largest resident memory of this process so far
 * @param latency time from write to reply; with a rate, from when the call was due
 * @param machine where it ran
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
        double serverCpuMicrosPerCall,
        double clientCpuMicrosPerCall,
        long serverPeakBytes,
        long clientPeakBytes,
        LatencyMicros latency,
        Machine machine) {}
