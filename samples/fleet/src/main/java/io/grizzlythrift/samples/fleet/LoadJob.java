package io.grizzlythrift.samples.fleet;

import io.grizzlythrift.samples.mapkeeper.ycsb.PhaseResult;
import io.grizzlythrift.samples.mapkeeper.ycsb.YcsbJob;
import io.grizzlythrift.samples.mapkeeper.ycsb.YcsbPhase;
import io.grizzlythrift.samples.mapkeeper.ycsb.YcsbWorkload;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Runs both phases of YCSB on a running fleet, which the environment variable {@code SERVERS} locates. */
public final class LoadJob {
    private LoadJob() {}

    /**
     * Runs the load, and exits: with 0 if every operation succeeded, otherwise with 1.
     *
     * @param arguments none
     * @throws IOException if YCSB cannot be started
     * @throws InterruptedException if the main thread is interrupted
     */
    public static void main(String[] arguments) throws IOException, InterruptedException {
        Load load = new Load(new YcsbJob(YcsbWorkload.A, 5_000, 1_000_000, 8), Map.of(), System.out);
        List<String> problems = new ArrayList<>();
        for (YcsbPhase phase : YcsbPhase.values()) {
            PhaseResult result = load.run(phase);
            problems.addAll(result.problems());
        }
        problems.forEach(System.out::println);
        System.exit(problems.isEmpty() ? 0 : 1);
    }
}
