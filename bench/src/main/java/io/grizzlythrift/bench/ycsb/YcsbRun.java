package io.grizzlythrift.bench.ycsb;

import io.grizzlythrift.bench.machine.Machine;
import io.grizzlythrift.bench.machine.StealTime;
import io.grizzlythrift.bench.process.Children;
import io.grizzlythrift.bench.process.JavaCommand;
import io.grizzlythrift.bench.process.ServerProcess;
import io.grizzlythrift.bench.results.Occasion;
import io.grizzlythrift.bench.results.Setup;
import io.grizzlythrift.bench.results.YcsbMeasurement;
import io.grizzlythrift.bench.results.YcsbMeasurement.Phase;
import io.grizzlythrift.samples.mapkeeper.ycsb.PhaseResult;
import io.grizzlythrift.samples.mapkeeper.ycsb.YcsbJob;
import io.grizzlythrift.samples.mapkeeper.ycsb.YcsbPhase;
import io.grizzlythrift.samples.mapkeeper.ycsb.YcsbTarget;
import java.io.IOException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import site.ycsb.Client;

/** Runs both phases of YCSB, as the sample does, on any server of the comparison. */
public final class YcsbRun {
    private final Children children;
    private final JavaCommand serverJava;
    private final JavaCommand ycsbJava;
    private final Consumer<String> progress;

    /**
     * Prepares to start processes.
     *
     * @param children ends them when this process ends
     * @param serverJava starts the bench for a server
     * @param clientJava starts the bench for a client; YCSB runs with the same JVM, flags and class path
     * @param progress receives readable lines, about one per second
     */
    public YcsbRun(Children children, JavaCommand serverJava, JavaCommand clientJava, Consumer<String> progress) {
        this.children = children;
        this.serverJava = serverJava;
        this.ycsbJava =
                new JavaCommand(clientJava.java(), clientJava.flags(), clientJava.classPath(), Client.class.getName());
        this.progress = progress;
    }

    /**
     * Measures once, on a new server that ends afterwards. If the load phase fails, the run phase is skipped, and all
     * of its operations count as failed.
     *
     * @param occasion the place of the run in its comparison
     * @param serverOptions options of {@code serve}, without the service and the protocol
     * @param plan the plan; {@link YcsbPlan#checkFor} checks that the server supports it
     * @return the result, valid or not
     * @throws IOException if the server or YCSB cannot be started, or YCSB is terminated by a signal such as Ctrl-C
     * @throws InterruptedException if the thread is interrupted
     */
    public YcsbMeasurement measure(Occasion occasion, List<String> serverOptions, YcsbPlan plan)
            throws IOException, InterruptedException {
        YcsbJob job = plan.job();
        List<String> options = new ArrayList<>(serverOptions);
        options.add("--service=" + plan.store().service());
        options.add("--protocol=compact");
        try (ServerProcess server = ServerProcess.start(children, serverJava, options)) {
            StealTime before = StealTime.now();
            YcsbTarget target = plan.target(server.port());
            Phase load = phase(YcsbPhase.LOAD, job, target);
            Phase run = load.failed() == 0
                    ? phase(YcsbPhase.RUN, job, target)
                    : new Phase(0, 0, job.operations(), "run: not tried, as the load failed", Map.of());
            return new YcsbMeasurement(
                    occasion,
                    new Setup(server.options(), server.flags(), ycsbJava.flags()),
                    Instant.now().truncatedTo(ChronoUnit.SECONDS).toString(),
                    plan.client().toString(),
                    plan.store().toString(),
                    job.workload().toString(),
                    job.threads(),
                    job.records(),
                    job.operations(),
                    load,
                    run,
                    StealTime.now().percentSince(before),
                    Machine.here());
        }
    }

    private Phase phase(YcsbPhase phase, YcsbJob job, YcsbTarget target) throws IOException, InterruptedException {
        PhaseResult result = phase.run(this::startYcsb, job, target, progress);
        List<String> problems = result.problems();
        problems.forEach(progress);
        return new Phase(
                result.operationsPerSecond(),
                result.succeeded(),
                problems.isEmpty() ? 0 : Math.max(1, result.failed()),
                problems.isEmpty() ? "" : problems.get(0),
                result.report().latencies());
    }

    private Process startYcsb(List<String> arguments) throws IOException {
        return children.start(ycsbJava.with(arguments).redirectErrorStream(true));
    }
}
