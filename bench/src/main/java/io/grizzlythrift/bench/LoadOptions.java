package io.grizzlythrift.bench;

import io.grizzlythrift.bench.load.LoadPlan;
import io.grizzlythrift.bench.service.Method;
import io.grizzlythrift.bench.service.WireProtocol;
import java.time.Duration;
import java.util.List;
import picocli.CommandLine.Option;

/** The options that say what a client does; shared by every command that runs one. */
final class LoadOptions {
    @Option(
            names = "--client",
            defaultValue = "raw",
            paramLabel = "NAME",
            description =
                    "One of: ${COMPLETION-CANDIDATES}. raw replays encoded frames and costs as little as possible.",
            completionCandidates = ClientNames.class)
    private String client;

    @Option(
            names = "--method",
            defaultValue = "echo",
            paramLabel = "NAME",
            description = "Which method to call: ping, add, echo, blob, work, sleep or burn.")
    private Method method;

    @Option(
            names = "--size",
            defaultValue = "300",
            paramLabel = "N",
            description = "Length of the text or the bytes that echo, blob and work carry.")
    private int size;

    @Option(
            names = "--handler-time",
            defaultValue = "100ms",
            paramLabel = "TIME",
            description = "How long the handler of sleep (whole milliseconds) or burn takes.")
    private Duration handlerTime;

    @Option(
            names = "--protocol",
            defaultValue = "compact",
            paramLabel = "NAME",
            description = "Encoding: binary or compact.")
    private WireProtocol protocol;

    @Option(names = "--connections", defaultValue = "40", paramLabel = "N", description = "Connections.")
    private int connections;

    @Option(
            names = "--in-flight",
            defaultValue = "1",
            paramLabel = "N",
            description = "Calls that each connection keeps outstanding.")
    private int inFlight;

    @Option(
            names = "--threads",
            defaultValue = "1",
            paramLabel = "N",
            description = "Threads of the raw client; they share the connections.")
    private int threads;

    @Option(
            names = "--verify-every",
            defaultValue = "16",
            paramLabel = "N",
            description = "Compare one reply in N byte by byte; the length of each is always checked.")
    private int verifyEvery;

    @Option(
            names = "--warmup",
            defaultValue = "5s",
            paramLabel = "TIME",
            description = "Time before anything is recorded, such as 500ms, 5s or 2m.")
    private Duration warmup;

    @Option(names = "--duration", defaultValue = "10s", paramLabel = "TIME", description = "Time that is recorded.")
    private Duration duration;

    String client() {
        return client;
    }

    WireProtocol protocol() {
        return protocol;
    }

    /** The same options as arguments for another process; the times given instead of these. */
    List<String> arguments(Duration otherWarmup, Duration otherDuration) {
        return List.of(
                "--client=" + client,
                "--method=" + method,
                "--size=" + size,
                "--handler-time=" + DurationConverter.text(handlerTime),
                "--protocol=" + protocol,
                "--connections=" + connections,
                "--in-flight=" + inFlight,
                "--threads=" + threads,
                "--verify-every=" + verifyEvery,
                "--warmup=" + DurationConverter.text(otherWarmup),
                "--duration=" + DurationConverter.text(otherDuration));
    }

    List<String> arguments() {
        return arguments(warmup, duration);
    }

    LoadPlan plan(String host, int port) {
        return new LoadPlan(
                host,
                port,
                protocol,
                method,
                size,
                handlerTime,
                connections,
                inFlight,
                threads,
                verifyEvery,
                warmup,
                duration);
    }
}
