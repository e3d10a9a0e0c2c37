package io.grizzlythrift.bench.chaos;

import static java.util.Objects.requireNonNull;

import io.grizzlythrift.bench.chaos.child.ClientOptions;
import io.grizzlythrift.bench.chaos.child.ClientReport;
import io.grizzlythrift.bench.machine.Machine;
import io.grizzlythrift.bench.process.Children;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** Disturbs a fleet phase by phase while clients call it, and then collects the reports of servers and clients. */
public final class ChaosRun {
    /** The maximum rate of each client, in calls per second. */
    public static final int MAX_RATE = 5_000;

    private final List<Phase> phases;
    private final double callsPerSecond;
    private final Consumer<String> progress;

    private ChaosRun(List<Phase> phases, double callsPerSecond, Consumer<String> progress) {
        this.phases = phases;
        this.callsPerSecond = callsPerSecond;
        this.progress = requireNonNull(progress, "progress");
    }

    /**
     * Creates a run of one minute.
     *
     * @param callsPerSecond rate of each client
     * @param progress receives a line for each event
     * @return the run
     */
    public static ChaosRun all(double callsPerSecond, Consumer<String> progress) {
        return new ChaosRun(Phase.all(), callsPerSecond, progress);
    }

    /**
     * Creates a run of about 30 seconds, with one disturbance of each kind.
     *
     * @param callsPerSecond rate of each client
     * @param progress receives a line for each event
     * @return the run
     */
    public static ChaosRun each(double callsPerSecond, Consumer<String> progress) {
        return new ChaosRun(Phase.each(), callsPerSecond, progress);
    }

    /**
     * Runs on the calling thread.
     *
     * @param children ends all processes
     * @param folder for the data and logs of the processes
     * @return the result
     * @throws IOException if a process fails
     * @throws InterruptedException if the thread is interrupted
     */
    public ChaosResult run(Children children, Path folder) throws IOException, InterruptedException {
        String date = Instant.now().truncatedTo(ChronoUnit.SECONDS).toString();
        Fleet fleet = Fleet.start(new FleetProcesses(children, folder));
        Timeline timeline = new Timeline(System::currentTimeMillis, progress);
        fleet.startClients(timeline, new ClientOptions(callsPerSecond, ClientOptions.Balancing.DEFAULT, true));
        List<Double> begins = new ArrayList<>();
        for (Phase phase : phases) {
            fleet.nextPhase();
            begins.add(timeline.seconds());
            timeline.note("phase: " + phase.name());
            run(phase, fleet);
        }
        fleet.nextPhase();
        begins.add(timeline.seconds());
        List<ClientReport> reports = fleet.finish();
        // The clients have finished, so the servers are stopped before their write logs are read.
        children.close();
        WriteAudit audit = WriteAudit.of(fleet.writeLogs());
        return new ChaosResult(
                date,
                Machine.here(),
                ZooKeeperEnsemble.NODES,
                Fleet.SERVERS,
                Fleet.CLIENTS,
                callsPerSecond,
                results(begins, reports, audit),
                restored(timeline, new LoadByServer(reports, Fleet.SERVERS)),
                timeline.moments(),
                new LoadByServer(reports, Fleet.SERVERS).perSecond());
    }

    private static void run(Phase phase, Fleet fleet) throws IOException, InterruptedException {
        long end = System.nanoTime() + phase.time().toNanos();
        phase.disturbance().disturb(fleet);
        TimeUnit.NANOSECONDS.sleep(end - System.nanoTime());
    }

    /** Returns the results of all phases; the calls before the first phase are a phase, too. */
    private List<PhaseResult> results(List<Double> begins, List<ClientReport> reports, WriteAudit audit) {
        List<PhaseResult> results = new ArrayList<>();
        for (int i = 0; i < begins.size(); i++) {
            int phase = i;
            results.add(PhaseResult.of(
                    i == 0 ? "start" : phases.get(i - 1).name(),
                    i == 0 ? begins.get(0) : begins.get(i) - begins.get(i - 1),
                    reports.stream().map(report -> report.phases().get(phase)).toList(),
                    audit));
        }
        return results;
    }

    private static List<ChaosResult.Restored> restored(Timeline timeline, LoadByServer load) {
        List<ChaosResult.Restored> all = new ArrayList<>();
        for (Timeline.Restored server : timeline.restored()) {
            OptionalDouble seconds = load.secondsToHalfShare(server.server(), server.atSecond());
            all.add(new ChaosResult.Restored(
                    server.server(),
                    server.after(),
                    server.atSecond(),
                    seconds.isPresent(),
                    seconds.orElse(timeline.seconds() - server.atSecond())));
        }
        return all;
    }
}
