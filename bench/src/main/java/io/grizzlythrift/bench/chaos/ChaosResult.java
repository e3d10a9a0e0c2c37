package io.grizzlythrift.bench.chaos;

import static java.util.Objects.requireNonNull;

import io.grizzlythrift.bench.machine.Machine;
import java.util.List;

/**
 * What came of a run.
 *
 * @param date when it began, in ISO 8601
 * @param machine where
 * @param zooKeepers how many there were
 * @param servers how many there were
 * @param clients how many there were
 * @param callsPerSecond of each client; every fifth is a write
 * @param phases the calls by phase
 * @param restored servers that came back, and how soon they had load again
 * @param moments what was done, and when
 * @param repliesPerSecond for each second of the run, the replies of each server
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
    /** Load that comes back later than this has not come back within seconds. */
    static final double MAX_SECONDS_TO_HALF_SHARE = 10;

    /**
     * A server that came back.
     *
     * @param server its number
     * @param after what was over then
     * @param atSecond when, since the begin of the run
     * @param hasLoad whether it had half of an even share of the load again before the end of the run
     * @param secondsToHalfShare how long that took; if it did not, how long the run went on
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
     * Whether the fleet kept what it promises.
     *
     * @return true if no read failed, no write ran twice or was lost, and load came back within seconds
     */
    public boolean kept() {
        return phases.stream().allMatch(PhaseResult::kept) && restored.stream().allMatch(Restored::soon);
    }
}
