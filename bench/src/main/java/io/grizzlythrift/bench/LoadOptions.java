package io.grizzlythrift.bench;

import io.grizzlythrift.bench.load.LoadClients;
import io.grizzlythrift.bench.load.plan.BalancerChoice;
import io.grizzlythrift.bench.load.plan.LoadPlan;
import io.grizzlythrift.bench.load.plan.LoadPlanBuilder;
import io.grizzlythrift.bench.option.ClientNames;
import io.grizzlythrift.bench.option.DialectConverter;
import io.grizzlythrift.bench.option.DurationConverter;
import io.grizzlythrift.bench.option.NamedValueConverter;
import io.grizzlythrift.bench.option.OptionErrors;
import io.grizzlythrift.bench.recording.Recording;
import io.grizzlythrift.bench.service.Method;
import io.grizzlythrift.bench.service.WireProtocol;
import io.grizzlythrift.frame.Dialect;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** The options of a client, shared by all commands that run one. */
final class LoadOptions {
    @Option(
            names = "--client",
            defaultValue = "raw",
            paramLabel = "NAME",
            description = {
                "One of: ${COMPLETION-CANDIDATES}.",
                "raw replays encoded frames at minimal cost, to measure servers; the others call through generated"
                        + " code: tsocket, tsocket-selector (the same over a channel that waits with a selector) and"
                        + " grizzly-sync block a thread per call; tasync, netty, drift, grizzly-async and"
                        + " grizzly-future start the next call when one ends."
            },
            completionCandidates = ClientNames.class)
    private String client;

    @Option(
            names = "--method",
            defaultValue = "echo",
            paramLabel = "NAME",
            description = "Method to call: ping, add, echo, blob, work, exist-user, create-user, get-user, list-user,"
                    + " sleep or burn.")
    private Method method;

    @Option(
            names = "--size",
            defaultValue = "300",
            paramLabel = "N",
            description = "Length of the text or bytes in calls of echo, blob and work.")
    private int size;

    @Option(
            names = "--handler-time",
            defaultValue = "100ms",
            paramLabel = "TIME",
            description = "Time that the handler takes for sleep (whole milliseconds), burn and --burn-every.")
    private Duration handlerTime;

    @Option(
            names = "--protocol",
            paramLabel = "NAME",
            description = "Encoding (default: compact, or that of --calls): binary or compact.")
    private Optional<WireProtocol> protocol;

    @Option(
            names = "--dialect",
            defaultValue = "framed",
            paramLabel = "NAME",
            converter = DialectConverter.class,
            description =
                    "Format of the messages on the connections: framed, unframed, or header (framed, with THeader's"
                            + " header). Clients other than raw and grizzly's support only framed, as does --calls.")
    private Dialect dialect;

    @Option(
            names = "--calls",
            paramLabel = "FILE",
            description =
                    "File written by 'record': replay its calls in turn, with new sequence ids, instead of calling"
                            + " --method. A reply is right unless it is an exception. Only with raw.")
    private Optional<Path> calls;

    @Option(names = "--connections", defaultValue = "40", paramLabel = "N", description = "Number of connections.")
    private int connections;

    @Option(
            names = "--in-flight",
            defaultValue = "1",
            paramLabel = "N",
            description = "Calls in flight on each connection. Must be 1 for tasync, and for clients that block"
                    + " a thread per call.")
    private int inFlight;

    @Option(
            names = "--threads",
            paramLabel = "N",
            description =
                    "Threads that make calls: those of raw (default: 1) share the connections, those of grizzly-sync"
                            + " (default: one per connection) share the pool; each tsocket client"
                            + " always has one per connection.")
    private Optional<Integer> threads;

    @Option(
            names = "--io-threads",
            defaultValue = "1",
            paramLabel = "N",
            description = "Threads that read replies: selectors of the grizzly clients, event loops of netty and drift,"
                    + " managers of tasync.")
    private int ioThreads;

    @Option(
            names = "--rate",
            defaultValue = "0",
            paramLabel = "N",
            description = {
                "Calls per second over all connections, due at even intervals whether or not replies arrive; 0 to"
                        + " make the next call as soon as a reply arrives.",
                "With a rate, latencies are measured from when a call was due, even if it was sent later: they are"
                        + " corrected for coordinated omission."
            })
    private double rate;

    @Option(
            names = "--burn-every",
            defaultValue = "0",
            paramLabel = "N",
            description = "Every Nth call is burn, for --handler-time, instead of the method. Its reply is checked,"
                    + " but the call is neither counted nor included in latencies. 0 for none; not with raw.")
    private int burnEvery;

    @Option(
            names = "--verify-every",
            defaultValue = "16",
            paramLabel = "N",
            description =
                    "raw compares every Nth reply byte by byte, and of the others only the length; all other clients"
                            + " compare every reply.")
    private int verifyEvery;

    @Option(
            names = "--warmup",
            defaultValue = "5s",
            paramLabel = "TIME",
            description = "Time before recording starts, such as 500ms, 5s or 2m.")
    private Duration warmup;

    @Option(
            names = "--until-quiet",
            description = "End the warm-up early: as soon as the compilers of client and server have been quiet for a"
                    + " second, but not within the first two.")
    private boolean untilQuiet;

    @Option(names = "--duration", defaultValue = "10s", paramLabel = "TIME", description = "Time of the recording.")
    private Duration duration;

    @Option(
            names = "--more-ports",
            split = ",",
            paramLabel = "PORT",
            description =
                    "Ports of additional servers on the same host, separated by commas; calls are balanced over all."
                            + " Only with the clients of grizzly.")
    private List<Integer> morePorts = new ArrayList<>();

    @Option(
            names = "--balancer",
            defaultValue = "peak-ewma",
            paramLabel = "NAME",
            description = "How the clients of grizzly select one of several servers: peak-ewma or round-robin.")
    private BalancerChoice balancer;

    @Option(
            names = "--hedge",
            defaultValue = "0",
            paramLabel = "PERCENTILE",
            description = "Calls that take longer than this percentile, such as 95, are also sent to another server; 0"
                    + " for none. Only with the clients of grizzly.")
    private double hedgePercentile;

    String client() {
        return client;
    }

    int size() {
        return size;
    }

    /** {@return the file of recorded calls to replay} */
    Optional<Path> calls() {
        return calls;
    }

    /** {@return the encoding of all calls} */
    WireProtocol protocol() {
        Optional<WireProtocol> recorded = calls.map(Recording::read).map(Recording::protocol);
        if (protocol.isPresent() && recorded.isPresent() && !protocol.equals(recorded)) {
            throw new IllegalArgumentException("protocol is " + protocol.get() + ", must be " + recorded.get()
                    + ", as the calls of " + calls.get() + " are");
        }
        return recorded.or(() -> protocol).orElse(WireProtocol.COMPACT);
    }

    /** {@return the same options as arguments for another process} */
    List<String> arguments() {
        return arguments(warmup, duration);
    }

    /** {@return the same options as arguments, to put load on a server without a separate warm-up} */
    List<String> warmUpArguments(Duration time) {
        return arguments(Duration.ZERO, time);
    }

    private List<String> arguments(Duration ofWarmup, Duration ofMeasurement) {
        List<String> all = new ArrayList<>(List.of(
                "--client=" + client,
                "--method=" + method,
                "--size=" + size,
                "--handler-time=" + DurationConverter.text(handlerTime),
                "--dialect=" + NamedValueConverter.spelled(dialect),
                "--connections=" + connections,
                "--in-flight=" + inFlight,
                "--io-threads=" + ioThreads,
                "--rate=" + rate,
                "--burn-every=" + burnEvery,
                "--balancer=" + NamedValueConverter.spelled(balancer),
                "--hedge=" + hedgePercentile,
                "--verify-every=" + verifyEvery,
                "--warmup=" + DurationConverter.text(ofWarmup),
                "--duration=" + DurationConverter.text(ofMeasurement)));
        if (untilQuiet) {
            all.add("--until-quiet");
        }
        threads.ifPresent(given -> all.add("--threads=" + given));
        protocol.ifPresent(given -> all.add("--protocol=" + given));
        calls.ifPresent(given -> all.add("--calls=" + given));
        if (!morePorts.isEmpty()) {
            all.add("--more-ports=" + morePorts.stream().map(String::valueOf).collect(Collectors.joining(",")));
        }
        return all;
    }

    /**
     * Returns a copy of these options with some of them replaced.
     *
     * @param changes options as on a command line, which replace those of the same name
     * @throws IllegalArgumentException if one of them is not a valid option
     */
    LoadOptions with(List<String> changes) {
        List<String> all = new ArrayList<>(arguments());
        all.addAll(changes);
        return of(all);
    }

    /**
     * Reads options. If an option is repeated, the last one wins.
     *
     * @param words options as on a command line
     * @throws IllegalArgumentException if one of them is not a valid option
     */
    static LoadOptions of(List<String> words) {
        LoadOptions read = new LoadOptions();
        CommandSpec spec = CommandSpec.create().addMixin("load", CommandSpec.forAnnotatedObject(read));
        try {
            Bench.configured(new CommandLine(spec))
                    .setOverwrittenOptionsAllowed(true)
                    .parseArgs(words.toArray(new String[0]));
        } catch (ParameterException bad) {
            throw new IllegalArgumentException("load: " + OptionErrors.line(bad), bad);
        }
        return read;
    }

    /**
     * Checks all bounds, including those of the client, without starting anything.
     *
     * @throws IllegalArgumentException if a value is out of its bounds
     */
    void check() {
        LoadClients.create(client, plan("127.0.0.1", 1));
    }

    private int threads() {
        return threads.orElseGet(() -> LoadClients.usualThreads(client, connections));
    }

    LoadPlan plan(String host, int port) {
        LoadPlanBuilder plan = LoadPlan.builder(host, port)
                .protocol(protocol())
                .method(method)
                .size(size)
                .handlerTime(handlerTime)
                .connections(connections)
                .inFlight(inFlight)
                .threads(threads())
                .ioThreads(ioThreads)
                .rate(rate)
                .burnEvery(burnEvery)
                .verifyEvery(verifyEvery)
                .dialect(dialect)
                .morePorts(morePorts)
                .balancer(balancer)
                .hedgePercentile(hedgePercentile)
                .warmup(warmup)
                .untilQuiet(untilQuiet)
                .duration(duration);
        calls.ifPresent(plan::calls);
        return plan.build();
    }
}
