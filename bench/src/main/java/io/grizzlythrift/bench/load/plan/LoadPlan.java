package io.grizzlythrift.bench.load.plan;

import static io.grizzlythrift.strategy.internal.util.Bounds.requireBetween;
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
 * @param host host of the server
 * @param port port of the server
 * @param protocol the encoding
 * @param method the method to call
 * @param size length of the text or bytes in each call
 * @param handlerTime how long the handler sleeps or burns, for these two methods and for {@code burnEvery}
 * @param connections number of connections, all opened before the first call
 * @param inFlight calls in flight on each connection, for clients that support more than one
 * @param threads threads that make calls, for clients that have such threads
 * @param ioThreads threads that read and write, for clients that have such threads
 * @param rate calls per second over all connections, due at even intervals whether or not replies arrive. A call that
 *     is late because earlier calls have no reply yet is sent as soon as there is room in flight, and its latency is
 *     measured from when it was due. 0 to make the next call whenever a reply arrives
 * @param burnEvery every nth call of each thread, or of each slot in flight, burns {@code handlerTime} instead, and is
 *     neither counted nor recorded; 0 for none
 * @param verifyEvery the raw client compares every nth reply byte by byte, and the length of every reply
 * @param calls file with recorded calls to replay instead of {@code method}; empty for none
 * @param dialect format of the messages on the connections, for clients that support several
 * @param morePorts ports of additional servers on the same host, for clients that balance calls
 * @param balancer selects one of several servers
 * @param hedgePercentile calls that take longer than this percentile are also sent to another server; 0 for none
 * @param warmup time before recording starts
 * @param untilQuiet whether the warm-up ends as soon as the compilers of client and server are quiet
 * @param duration time of the recording
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
        boolean untilQuiet,
        Duration duration) {
    private static final int MAX_SIZE = 1 << 30;
    private static final int SLACK_BYTES = 1024;
    private static final int USUAL_MAX_FRAME_BYTES = 16_384_000;
    /** Maximum number of threads that make calls. */
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
        // Result files from before recordings were supported lack this value.
        calls = calls == null ? "" : calls;
        // Likewise for dialects: all messages were framed.
        dialect = dialect == null ? Dialect.FRAMED : dialect;
        // Likewise for loads on several servers.
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

    /** Returns a builder of a plan for a server. */
    public static LoadPlanBuilder builder(String host, int port) {
        return new LoadPlanBuilder(host, port);
    }

    /**
     * Reads the recorded calls.
     *
     * @return the calls to replay; empty if there are none
     * @throws IllegalArgumentException if the file does not contain calls
     */
    public Optional<Recording> recording() {
        return calls.isEmpty() ? Optional.empty() : Optional.of(Recording.read(Path.of(calls)));
    }

    /**
     * Returns the call that is measured.
     *
     * @return the call with its arguments and its expected result
     */
    public PreparedCall preparedCall() {
        return new PreparedCall(method, size, handlerMicros());
    }

    public int handlerMicros() {
        return Math.toIntExact(handlerTime.toNanos() / 1000);
    }

    /** {@return the size of the largest frame that a client must accept} */
    public int maxFrameBytes() {
        return Math.max(USUAL_MAX_FRAME_BYTES, Math.min(MAX_SIZE, size + SLACK_BYTES));
    }

    /**
     * Checks an option for which a client allows only one value.
     *
     * @param option names the option and the client
     * @param value the value given
     * @param only the value allowed
     * @throws IllegalArgumentException if the value is a different one
     */
    public static void requireOnly(String option, int value, int only) {
        if (value != only) {
            throw new IllegalArgumentException(option + " is " + value + ", must be " + only);
        }
    }
}
