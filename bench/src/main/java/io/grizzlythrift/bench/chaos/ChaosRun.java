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

/** A fleet is disturbed while clients call it, phase by phase; then servers and clients are asked what happened. */
public final class ChaosRun {
    /** The rate of each client, in calls per second. */
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
     * A run of a minute.
     *
     * @param callsPerSecond of each client
     * @param progress gets a line for each thing that is done
     * @return the run
     */
    public static ChaosRun all(double callsPerSecond, Consumer<String> progress) {
        return new ChaosRun(Phase.all(), callsPerSecond, progress);
    }

    /**
     * A run of about 20 seconds, with one of each disturbance.
     *
     * @param callsPerSecond of each client
     * @param progress gets a line for each thing that is done
     * @return the run
     */
    public static ChaosRun each(double callsPerSecond, Consumer<String> progress) {
        return new ChaosRun(Phase.each(), callsPerSecond, progress);
    }

    /**
     * Runs, on the calling thread.
     *
     * @param children ends all processes
     * @param folder where the processes write: their logs, too
     * @return what came of it
     * @throws IOException if a process does not do what it is told
     * @throws InterruptedException if the thread is interrupted meanwhile
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
        // What is written after this was not asked for by a client that still knows of it.
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

    /** The calls before the first phase and after the last are phases as well. */
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
