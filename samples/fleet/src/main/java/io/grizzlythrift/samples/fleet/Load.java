package io.grizzlythrift.samples.fleet;

import io.grizzlythrift.samples.mapkeeper.ycsb.PhaseResult;
import io.grizzlythrift.samples.mapkeeper.ycsb.YcsbJob;
import io.grizzlythrift.samples.mapkeeper.ycsb.YcsbPhase;
import io.grizzlythrift.samples.mapkeeper.ycsb.YcsbTarget;
import java.io.IOException;
import java.io.PrintStream;
import java.util.Map;
import site.ycsb.Client;

/** Runs YCSB on the fleet, each phase in a separate process. */
final class Load {
    /** The binding finds the servers itself, so no port is needed. */
    private static final YcsbTarget TARGET = new YcsbTarget(FleetYcsbClient.class, 0, true);

    private final YcsbJob job;
    private final Map<String, String> environment;
    private final PrintStream out;

    /**
     * Prepares a load.
     *
     * @param environment variables of YCSB's processes, added to those of this process
     */
    Load(YcsbJob job, Map<String, String> environment, PrintStream out) {
        this.job = job;
        this.environment = environment;
        this.out = out;
    }

    PhaseResult run(YcsbPhase phase) throws IOException, InterruptedException {
        return phase.run(
                arguments -> Processes.java(Client.class, arguments, environment)
                        .redirectErrorStream(true)
                        .start(),
                job,
                TARGET,
                out::println);
    }
}
