package io.grizzlythrift.bench.chaos;

import static java.util.Objects.requireNonNull;

import io.grizzlythrift.bench.machine.Machine;
import java.util.List;

/**
 * The result of a run.
 *
 * @param date when the run started, in ISO 8601
 * @param machine the machine of all processes
 * @param zooKeepers number of ZooKeeper nodes
 * @param servers number of servers
 * @param clients number of clients
 * @param callsPerSecond rate of each client; every fifth call is a write
 * @param phases the calls by phase
 * @param restored servers that came back, and how soon they had load again
 * @param moments the disturbances and other events, in order
 * @param repliesPerSecond for each second of the run, the number of replies of each server
 */
public record ChaosResult(
        String date,
        Machine machine,
        int zooKeepers,
        int servers,
        int clients,
        double callsPerSecond,
        List<PhaseResult> phases,
        List<Restored> restored,
        List<Timeline.Moment> moments,
        List<List<Integer>> repliesPerSecond) {
    /** Load must return to a restored server within this time. */
    static final double MAX_SECONDS_TO_HALF_SHARE = 10;

    /**
     * A server that came back.
     *
     * @param server number of the server
     * @param after the disturbance that ended
     * @param atSecond when it came back, in seconds since the start of the run
     * @param hasLoad whether it had half of an even share of the load again before the end of the run
     * @param secondsToHalfShare time until then; if it never did, time until the end of the run
     */
    public record Restored(int server, String after, double atSecond, boolean hasLoad, double secondsToHalfShare) {
        boolean soon() {
            return hasLoad && secondsToHalfShare <= MAX_SECONDS_TO_HALF_SHARE;
        }
    }

    /** Copies the lists. */
    public ChaosResult {
        requireNonNull(date, "date");
        requireNonNull(machine, "machine");
        phases = List.copyOf(phases);
        restored = List.copyOf(restored);
        moments = List.copyOf(moments);
        repliesPerSecond = repliesPerSecond.stream().map(List::copyOf).toList();
    }

    /**
     * Checks the guarantees of the fleet.
     *
     * @return true if no read failed, no write ran twice or was lost, and load returned within seconds
     */
    public boolean kept() {
        return phases.stream().allMatch(PhaseResult::kept) && restored.stream().allMatch(Restored::soon);
    }
}
