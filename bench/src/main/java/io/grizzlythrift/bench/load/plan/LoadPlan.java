package io.grizzlythrift.bench.load.plan;

import static io.grizzlythrift.option.Bounds.requireBetween;
import static java.util.Objects.requireNonNull;

import io.grizzlythrift.bench.recording.Recording;
import io.grizzlythrift.bench.service.Method;
import io.grizzlythrift.bench.service.PreparedCall;
import io.grizzlythrift.bench.service.WireProtocol;
import io.grizzlythrift.client.config.HedgePolicy;
import io.grizzlythrift.frame.Dialect;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * The load that a client puts on a server.
 *
 * @param host where the server is
 * @param port its port
 * @param protocol the encoding
 * @param method which method to call
 * @param size length of the text or the bytes of each call
 * @param handlerTime how long the handler sleeps or burns, for those two methods and for {@code burnEvery}
 * @param connections how many connections, all opened before the first call
 * @param inFlight calls that each connection keeps outstanding, for the clients that can have more than one
 * @param threads threads that call, for the clients that have such
 * @param ioThreads threads that read and write, for the clients that have such
 * @param rate calls per second over all connections, due at even distances whether replies come or not: a call that
 *     is late because earlier ones have no reply yet leaves as soon as it has a place in flight, and its latency begins
 *     when it was due; 0 for a call whenever a reply came
 * @param burnEvery every nth call of each thread, or of each place in flight, burns {@code handlerTime} instead, and is
 *     neither counted nor recorded; 0 for none
 * @param verifyEvery the raw client compares every nth reply byte by byte, and the length of each
 * @param calls file with recorded calls to replay instead of {@code method}; empty for none
 * @param dialect how messages are put on the connections, for the clients that have several
 * @param morePorts ports of further servers on the same host, for the clients that balance calls
 * @param balancer how one of several servers is chosen
 * @param hedgePercentile calls that take longer than this part of all are also made on another server; 0 for none
 * @param warmup time before anything is recorded
 * @param duration time that is recorded
 */
public record LoadPlan(
        String host,
        int port,
        WireProtocol protocol,
        Method method,
        int size,
        Duration handlerTime,
        int connections,
        int inFlight,
        int threads,
        int ioThreads,
        double rate,
        int burnEvery,
        int verifyEvery,
        String calls,
        Dialect dialect,
        List<Integer> morePorts,
        BalancerChoice balancer,
        double hedgePercentile,
        Duration warmup,
        Duration duration) {
    private static final int MAX_SIZE = 1 << 30;
    private static final int SLACK_BYTES = 1024;
    private static final int USUAL_MAX_FRAME_BYTES = 16_384_000;
    /** The most threads that may call. */
    public static final int MAX_THREADS = 10_000;

    private static final int MAX_IO_THREADS = 256;
    private static final int MAX_RATE = 10_000_000;
    private static final int MAX_BURN_EVERY = 1_000_000;
    private static final Duration MAX_HANDLER_TIME = Duration.ofMinutes(1);

    /** Checks every bound. */
    public LoadPlan {
        requireNonNull(host, "host");
        requireNonNull(protocol, "protocol");
        requireNonNull(method, "method");
        requireNonNull(handlerTime, "handlerTime");
        // Files of results that were written before there were recordings have none.
        calls = calls == null ? "" : calls;
        // The same of those before there were dialects: all were framed.
        dialect = dialect == null ? Dialect.FRAMED : dialect;
        // And before there were loads on several servers.
        morePorts = morePorts == null ? List.of() : List.copyOf(morePorts);
        balancer = balancer == null ? BalancerChoice.PEAK_EWMA : balancer;
        requireNonNull(warmup, "warmup");
        requireNonNull(duration, "duration");
        requireBetween("port", port, 1, 65_535);
        morePorts.forEach(more -> requireBetween("more-ports", more, 1, 65_535));
        if (hedgePercentile != 0
                && !(hedgePercentile >= HedgePolicy.MIN_PERCENTILE && hedgePercentile <= HedgePolicy.MAX_PERCENTILE)) {
            throw new IllegalArgumentException("hedge is " + hedgePercentile + ", must be 0 or "
                    + HedgePolicy.MIN_PERCENTILE + " to " + HedgePolicy.MAX_PERCENTILE);
        }
        requireBetween("size", size, 0, MAX_SIZE);
        requireBetween("connections", connections, 1, 1_000_000);
        requireBetween("in-flight", inFlight, 1, 1_000_000);
        requireBetween("threads", threads, 1, MAX_THREADS);
        requireBetween("io-threads", ioThreads, 1, MAX_IO_THREADS);
        requireBetween("verify-every", verifyEvery, 1, Integer.MAX_VALUE);
        if (!(rate >= 0 && rate <= MAX_RATE)) {
            throw new IllegalArgumentException("rate is " + rate + ", must be 0 to " + MAX_RATE + " calls per second");
        }
        if (burnEvery != 0) {
            if (burnEvery < 2 || burnEvery > MAX_BURN_EVERY) {
                throw new IllegalArgumentException(
                        "burn-every is " + burnEvery + ", must be 0 or 2 to " + MAX_BURN_EVERY);
            }
            if (method == Method.BURN) {
                throw new IllegalArgumentException(
                        "burn-every is " + burnEvery + ", must be 0 with method burn, where every call burns");
            }
        }
        if (duration.isZero()) {
            throw new IllegalArgumentException("duration is 0s, must be more than 0s");
        }
        if (handlerTime.compareTo(MAX_HANDLER_TIME) > 0) {
            throw new IllegalArgumentException("handler-time is " + handlerTime.toMillis() + "ms, must be 0s to 1m");
        }
    }

    /** Begins a plan for a server. */
    public static LoadPlanBuilder builder(String host, int port) {
        return new LoadPlanBuilder(host, port);
    }

    /**
     * The recorded calls.
     *
     * @return empty if there are none to replay
     * @throws IllegalArgumentException if the file does not hold calls
     */
    public Optional<Recording> recording() {
        return calls.isEmpty() ? Optional.empty() : Optional.of(Recording.read(Path.of(calls)));
    }

    /**
     * The call that is measured.
     *
     * @return its arguments and its answer
     */
    public PreparedCall preparedCall() {
        return new PreparedCall(method, size, handlerMicros());
    }

    public int handlerMicros() {
        return Math.toIntExact(handlerTime.toNanos() / 1000);
    }

    /** The largest frame that a client has to take. */
    public int maxFrameBytes() {
        return Math.max(USUAL_MAX_FRAME_BYTES, Math.min(MAX_SIZE, size + SLACK_BYTES));
    }

    /**
     * Checks a number of which a client allows one value only.
     *
     * @param option its name, and whose it is
     * @param value as given
     * @param only the one that is allowed
     * @throws IllegalArgumentException if it is another
     */
    public static void requireOnly(String option, int value, int only) {
        if (value != only) {
            throw new IllegalArgumentException(option + " is " + value + ", must be " + only);
        }
    }
}
