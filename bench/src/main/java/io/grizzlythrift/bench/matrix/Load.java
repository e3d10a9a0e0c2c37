package io.grizzlythrift.bench.matrix;

import io.grizzlythrift.bench.load.plan.BalancerChoice;
import io.grizzlythrift.bench.option.NamedValueConverter;
import io.grizzlythrift.bench.recording.Recording;
import io.grizzlythrift.bench.service.Method;
import io.grizzlythrift.bench.service.WireProtocol;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * The load that a client makes in a preset: those options of {@code load} that presets vary, with the same meaning.
 *
 * @param threads threads that make calls; empty for the default of the client
 * @param calls recorded calls instead of the method; empty for none
 * @param balancer selects one of several servers
 * @param hedgePercentile calls that take longer are also sent to another server; 0 for none
 */
record Load(
        String client,
        WireProtocol protocol,
        Method method,
        int size,
        Duration handlerTime,
        int connections,
        int inFlight,
        OptionalInt threads,
        double rate,
        int burnEvery,
        Optional<Recording> calls,
        BalancerChoice balancer,
        double hedgePercentile) {
    private static final int LARGE_BYTES = 1 << 20;
    private static final int USUAL_BYTES = 300;
    private static final String RAW = "raw";

    /** {@return the usual load of the comparison: echo of 300 bytes, compact, 40 connections with one call each} */
    static Load echo() {
        return new Load(
                RAW,
                WireProtocol.COMPACT,
                Method.ECHO,
                USUAL_BYTES,
                Duration.ZERO,
                40,
                1,
                OptionalInt.empty(),
                0,
                0,
                Optional.empty(),
                BalancerChoice.PEAK_EWMA,
                0);
    }

    Load client(String name) {
        return new Load(
                name,
                protocol,
                method,
                size,
                handlerTime,
                connections,
                inFlight,
                threads,
                rate,
                burnEvery,
                calls,
                balancer,
                hedgePercentile);
    }

    Load protocol(WireProtocol encoding) {
        return new Load(
                client,
                encoding,
                method,
                size,
                handlerTime,
                connections,
                inFlight,
                threads,
                rate,
                burnEvery,
                calls,
                balancer,
                hedgePercentile);
    }

    Load size(int bytes) {
        return new Load(
                client,
                protocol,
                method,
                bytes,
                handlerTime,
                connections,
                inFlight,
                threads,
                rate,
                burnEvery,
                calls,
                balancer,
                hedgePercentile);
    }

    /** Returns the same load with a method whose arguments have no size. */
    Load method(Method called) {
        return new Load(
                client,
                protocol,
                called,
                0,
                handlerTime,
                connections,
                inFlight,
                threads,
                rate,
                burnEvery,
                calls,
                balancer,
                hedgePercentile);
    }

    Load connections(int count) {
        return new Load(
                client,
                protocol,
                method,
                size,
                handlerTime,
                count,
                inFlight,
                threads,
                rate,
                burnEvery,
                calls,
                balancer,
                hedgePercentile);
    }

    Load inFlight(int each) {
        return new Load(
                client,
                protocol,
                method,
                size,
                handlerTime,
                connections,
                each,
                threads,
                rate,
                burnEvery,
                calls,
                balancer,
                hedgePercentile);
    }

    Load threads(int count) {
        OptionalInt given = OptionalInt.of(count);
        return new Load(
                client,
                protocol,
                method,
                size,
                handlerTime,
                connections,
                inFlight,
                given,
                rate,
                burnEvery,
                calls,
                balancer,
                hedgePercentile);
    }

    Load sleep(Duration time) {
        return new Load(
                client,
                protocol,
                Method.SLEEP,
                size,
                time,
                connections,
                inFlight,
                threads,
                rate,
                burnEvery,
                calls,
                balancer,
                hedgePercentile);
    }

    Load rate(double callsPerSecond) {
        return new Load(
                client,
                protocol,
                method,
                size,
                handlerTime,
                connections,
                inFlight,
                threads,
                callsPerSecond,
                burnEvery,
                calls,
                balancer,
                hedgePercentile);
    }

    Load balancer(BalancerChoice choice) {
        return new Load(
                client,
                protocol,
                method,
                size,
                handlerTime,
                connections,
                inFlight,
                threads,
                rate,
                burnEvery,
                calls,
                choice,
                hedgePercentile);
    }

    /** Returns the same load; calls that take longer than this percentile are also sent to another server. */
    Load hedge(double percentile) {
        return new Load(
                client,
                protocol,
                method,
                size,
                handlerTime,
                connections,
                inFlight,
                threads,
                rate,
                burnEvery,
                calls,
                balancer,
                percentile);
    }

    /** Returns the same load at a rate in which every nth call burns CPU. */
    Load mixed(double callsPerSecond, int every, Duration burnTime) {
        return new Load(
                client,
                protocol,
                method,
                size,
                burnTime,
                connections,
                inFlight,
                threads,
                callsPerSecond,
                every,
                calls,
                balancer,
                hedgePercentile);
    }

    /**
     * Returns whether recorded calls can replace this call. They cannot where a preset varies the size, as theirs is
     * fixed.
     */
    boolean isReplayedEcho() {
        return client.equals(RAW) && method == Method.ECHO && size == USUAL_BYTES;
    }

    /** Returns the same load with recorded calls, their encoding and the size of the largest one. */
    Load calls(Recording recorded) {
        return new Load(
                client,
                recorded.protocol(),
                method,
                recorded.largestFrameBytes(),
                handlerTime,
                connections,
                inFlight,
                threads,
                rate,
                burnEvery,
                Optional.of(recorded),
                balancer,
                hedgePercentile);
    }

    /** {@return the maximum number of message bytes in flight at the same time, in one direction} */
    long bytesInFlight() {
        return (long) connections * inFlight * size;
    }

    /** {@return a readable title with the call and its conditions} */
    String title() {
        return calls.map(Recording::title).orElseGet(this::call) + ", " + protocol + ", " + connections
                + (connections == 1 ? " connection" : " connections")
                + (inFlight == 1 ? "" : " x " + inFlight + " in flight");
    }

    private String call() {
        if (method == Method.SLEEP) {
            return "sleep " + handlerTime.toMillis() + " ms";
        }
        return method.hasSize() ? method + " " + bytes(size) : method.toString();
    }

    private static String bytes(int count) {
        return count < LARGE_BYTES
                ? String.format(Locale.ROOT, "%,d B", count)
                : String.format(Locale.ROOT, "%,d MiB", count / LARGE_BYTES);
    }

    /** {@return the options of {@code load}, without those for the times} */
    List<String> options() {
        List<String> all = new ArrayList<>(List.of(
                "--client=" + client,
                "--protocol=" + protocol,
                "--method=" + method,
                "--size=" + size,
                "--connections=" + connections,
                "--in-flight=" + inFlight));
        if (!handlerTime.isZero()) {
            all.add("--handler-time=" + handlerTime.toMillis() + "ms");
        }
        if (rate > 0) {
            all.add("--rate=" + rate);
        }
        if (burnEvery > 0) {
            all.add("--burn-every=" + burnEvery);
        }
        if (balancer != BalancerChoice.PEAK_EWMA) {
            all.add("--balancer=" + NamedValueConverter.spelled(balancer));
        }
        if (hedgePercentile > 0) {
            all.add("--hedge=" + hedgePercentile);
        }
        threads.ifPresent(count -> all.add("--threads=" + count));
        calls.ifPresent(recorded -> all.add("--calls=" + recorded.file()));
        return all;
    }
}
