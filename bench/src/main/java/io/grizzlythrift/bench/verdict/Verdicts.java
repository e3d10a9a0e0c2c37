package io.grizzlythrift.bench.verdict;

import io.grizzlythrift.bench.load.LoadResult;
import io.grizzlythrift.bench.load.plan.LoadPlan;
import io.grizzlythrift.bench.machine.Machine;
import io.grizzlythrift.bench.published.PublishedComparison;
import io.grizzlythrift.bench.results.Figure;
import io.grizzlythrift.bench.results.LoadFigures;
import io.grizzlythrift.bench.results.LoadMeasurement;
import io.grizzlythrift.bench.results.Measurement;
import io.grizzlythrift.bench.results.MemoryMeasurement;
import io.grizzlythrift.bench.results.ServerThreads;
import io.grizzlythrift.bench.results.Setup;
import io.grizzlythrift.bench.results.YcsbMeasurement;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.regex.Pattern;

/**
 * Creates one verdict per group of contenders, that is, per preset and group of runs. These figures decide:
 *
 * <ul>
 *   <li>for a load as fast as replies arrive: calls/s, and between equals CPU time per call of the server, the client
 *       or both, depending on which differ between the contenders;
 *   <li>for a load at a given rate, or between calls that burn: the latency p99, and between equals the same CPU time;
 *   <li>for idle connections: bytes of memory per connection;
 *   <li>for YCSB: operations/s of the run phase.
 * </ul>
 */
public final class Verdicts {
    private static final Figure<LoadResult> BOTH_CPU = new Figure<>(
            "us/call", result -> result.serverCpuMicrosPerCall() + result.clientCpuMicrosPerCall(), "%.3f");
    /** Options of servers that run handlers on the threads that read. */
    private static final Pattern BLOCKING_READS = Pattern.compile(
            "--server[= ](simple|nonblocking|netty|netty-epoll|netty-uring|netty-plain)( |$)|--strategy[= ]same-thread( |$)"
                    + "|--worker-threads[= ]0( |$)");

    private Verdicts() {}

    /**
     * Returns the verdicts, and a description of the machines. Presets that repeat a {@link PublishedComparison} have conclusions
     * instead.
     *
     * @param runs runs of any kind, valid or not
     * @return one text for each group with several contenders, and then one about the machines; empty if there is no
     *     such group
     */
    public static List<String> of(List<? extends Measurement> runs) {
        List<String> lines = new ArrayList<>();
        by(runs, run -> run.occasion().preset() + "\n" + run.occasion().group()).values().stream()
                .filter(group -> by(group, run -> run.occasion().contender()).size() > 1)
                .filter(group ->
                        PublishedComparison.of(group.get(0).occasion().preset()).isEmpty())
                .forEach(group -> lines.add(ofGroup(group)));
        if (!lines.isEmpty()) {
            lines.add(measuredOn(runs));
        }
        return lines;
    }

    private static String ofGroup(List<Measurement> group) {
        // A switch over types needs Java 21.
        Measurement first = group.get(0);
        if (first instanceof LoadMeasurement load) {
            return ofLoads(group, load);
        }
        if (first instanceof MemoryMeasurement) {
            Criterion criterion = new Criterion("memory per connection", "B", "%,.0f", false, "");
            Figure<Measurement> bytes = figure(
                    MemoryMeasurement.class, run -> run.heapBytesPerConnection() + run.processBytesPerConnection());
            return new Verdict(criterion, candidates(group, bytes, Optional.empty()))
                    .words(first.occasion().group(), false);
        }
        Criterion criterion = new Criterion("throughput", "operations/s", "%,.0f", true, "");
        Figure<Measurement> operations =
                figure(YcsbMeasurement.class, run -> run.run().operationsPerSecond());
        return new Verdict(criterion, candidates(group, operations, Optional.empty()))
                .words(first.occasion().group(), false);
    }

    private static String ofLoads(List<Measurement> group, LoadMeasurement first) {
        LoadPlan plan = first.load().plan();
        boolean clients =
                by(group, run -> ((LoadMeasurement) run).load().client()).size() > 1;
        boolean servers = by(group, run -> run.setup().server().toString()).size() > 1;
        Figure<LoadResult> cpu = !clients ? LoadFigures.SERVER_CPU : servers ? BOTH_CPU : LoadFigures.CLIENT_CPU;
        String cost = (!clients ? "server CPU time" : servers ? "CPU time" : "client CPU time") + " per call";
        boolean byLatency = plan.rate() > 0 || plan.burnEvery() > 0;
        Criterion criterion = byLatency
                ? new Criterion("latency p99", "us", "%,.0f", false, cost)
                : new Criterion("throughput", "calls/s", "%,.0f", true, cost);
        Figure<Measurement> figure = ofLoad(byLatency ? LoadFigures.P99 : LoadFigures.CALLS);
        String title = first.occasion().group().isEmpty()
                ? Situation.load(plan)
                : first.occasion().group();
        return new Verdict(criterion, candidates(group, figure, Optional.of(ofLoad(cpu))))
                .words(Situation.handlers(plan) + " (" + title + ")", Situation.returnsAtOnce(plan) && !clients);
    }

    private static List<Candidate> candidates(
            List<Measurement> group, Figure<Measurement> figure, Optional<Figure<Measurement>> cost) {
        List<Candidate> candidates = new ArrayList<>();
        by(group, run -> run.occasion().contender()).forEach((name, runs) -> {
            List<Measurement> valid = runs.stream().filter(Measurement::valid).toList();
            Setup setup = runs.get(0).setup();
            boolean blocksReading =
                    BLOCKING_READS.matcher(String.join(" ", setup.server())).find();
            candidates.add(new Candidate(
                    name,
                    rounds(valid, figure),
                    cost.map(one -> rounds(valid, one)).orElse(Rounds.UNKNOWN),
                    ServerThreads.of(setup),
                    blocksReading));
        });
        return candidates;
    }

    private static Rounds rounds(List<Measurement> runs, Figure<Measurement> figure) {
        return Rounds.of(runs, run -> run.occasion().round(), figure.value());
    }

    private static Figure<Measurement> ofLoad(Figure<LoadResult> figure) {
        return figure.of(run -> ((LoadMeasurement) run).load());
    }

    private static <M extends Measurement> Figure<Measurement> figure(Class<M> type, ToDoubleFunction<M> value) {
        return new Figure<>("", run -> value.applyAsDouble(type.cast(run)), "%s");
    }

    private static String measuredOn(List<? extends Measurement> runs) {
        List<String> machines = runs.stream()
                .map(Measurement::machine)
                .map(Verdicts::described)
                .distinct()
                .toList();
        int rounds = runs.stream().mapToInt(run -> run.occasion().round()).max().orElse(0);
        return "Measured on " + String.join("; and on ", machines) + ", with server and client on the same machine, in "
                + (rounds == 1 ? "1 round" : "up to " + rounds + " rounds") + ". " + Standing.WORDS
                + " Other machines, and other handlers, may give another verdict.";
    }

    private static String described(Machine machine) {
        return machine.cores() + (machine.cores() == 1 ? " core (" : " cores (") + machine.processor() + "), "
                + machine.os() + ", " + machine.java();
    }

    private static <M extends Measurement> Map<String, List<Measurement>> by(
            List<M> runs, Function<Measurement, String> key) {
        Map<String, List<Measurement>> parts = new LinkedHashMap<>();
        for (M run : runs) {
            parts.computeIfAbsent(key.apply(run), first -> new ArrayList<>()).add(run);
        }
        return parts;
    }
}
