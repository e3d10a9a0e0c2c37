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
import java.util.function.Consumer;

/**
 * The load that a client makes in a preset: those options of {@code load} that presets vary, with the same meaning.
 * Immutable: a method that takes a value returns a copy with that value. Fields are written only before the object is
 * returned.
 */
final class Load {
    private static final int LARGE_BYTES = 1 << 20;
    private static final int USUAL_BYTES = 300;
    private static final String RAW = "raw";

    private String client = RAW;
    private WireProtocol protocol = WireProtocol.COMPACT;
    private Method method = Method.ECHO;
    private int size = USUAL_BYTES;
    private Duration handlerTime = Duration.ZERO;
    private int connections = 40;
    private int inFlight = 1;

    /** Threads that call; empty for the default of the client. */
    private OptionalInt threads = OptionalInt.empty();

    private double rate;
    private int burnEvery;

    /** Recorded calls that replace the method; empty for none. */
    private Optional<Recording> calls = Optional.empty();

    private BalancerChoice balancer = BalancerChoice.PEAK_EWMA;
    private double hedgePercentile;

    private Load() {}

    private Load(Load other) {
        client = other.client;
        protocol = other.protocol;
        method = other.method;
        size = other.size;
        handlerTime = other.handlerTime;
        connections = other.connections;
        inFlight = other.inFlight;
        threads = other.threads;
        rate = other.rate;
        burnEvery = other.burnEvery;
        calls = other.calls;
        balancer = other.balancer;
        hedgePercentile = other.hedgePercentile;
    }

    /** {@return the usual load of the comparison: echo of 300 bytes, compact, 40 connections with one call each} */
    static Load echo() {
        return new Load();
    }

    private Load with(Consumer<Load> change) {
        Load copy = new Load(this);
        change.accept(copy);
        return copy;
    }

    Load client(String name) {
        return with(copy -> copy.client = name);
    }

    Load protocol(WireProtocol encoding) {
        return with(copy -> copy.protocol = encoding);
    }

    Load size(int bytes) {
        return with(copy -> copy.size = bytes);
    }

    /** Returns the same load with a method whose arguments have no size. */
    Load method(Method called) {
        return with(copy -> {
            copy.method = called;
            copy.size = 0;
        });
    }

    Load connections(int count) {
        return with(copy -> copy.connections = count);
    }

    Load inFlight(int each) {
        return with(copy -> copy.inFlight = each);
    }

    Load threads(int count) {
        return with(copy -> copy.threads = OptionalInt.of(count));
    }

    Load sleep(Duration time) {
        return with(copy -> {
            copy.method = Method.SLEEP;
            copy.handlerTime = time;
        });
    }

    Load rate(double callsPerSecond) {
        return with(copy -> copy.rate = callsPerSecond);
    }

    Load balancer(BalancerChoice choice) {
        return with(copy -> copy.balancer = choice);
    }

    /** Returns the same load; calls that take longer than this percentile are also sent to another server. */
    Load hedge(double percentile) {
        return with(copy -> copy.hedgePercentile = percentile);
    }

    /**
     * Returns the same load at a rate, with some calls that burn CPU time.
     *
     * @param callsPerSecond the rate of all calls
     * @param every one call in this many burns
     * @param burnTime CPU time of such a call
     */
    Load mixed(double callsPerSecond, int every, Duration burnTime) {
        return with(copy -> {
            copy.rate = callsPerSecond;
            copy.burnEvery = every;
            copy.handlerTime = burnTime;
        });
    }

    /** Returns the same load with recorded calls, their encoding and the size of the largest one. */
    Load calls(Recording recorded) {
        return with(copy -> {
            copy.protocol = recorded.protocol();
            copy.size = recorded.largestFrameBytes();
            copy.calls = Optional.of(recorded);
        });
    }

    String client() {
        return client;
    }

    WireProtocol protocol() {
        return protocol;
    }

    int size() {
        return size;
    }

    int connections() {
        return connections;
    }

    Optional<Recording> calls() {
        return calls;
    }

    /**
     * Returns whether recorded calls can replace this call. They cannot where a preset varies the size, as theirs is
     * fixed.
     */
    boolean isReplayedEcho() {
        return client.equals(RAW) && method == Method.ECHO && size == USUAL_BYTES;
    }

    /** Bytes of messages that may be on their way at the same time, one way. */
    long bytesInFlight() {
        return (long) connections * inFlight * size;
    }

    /** {@return a readable title with the call and its conditions} */
    String title() {
        return calls.map(Recording::title).orElseGet(this::call) + ", " + protocol + ", " + connections
                + (connections == 1 ? " connection" : " connections")
                + (inFlight == 1 ? "" : " x " + inFlight + " in flight")
                + (rate == 0 ? "" : String.format(Locale.ROOT, ", %,.0f calls/s due", rate));
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
                "--in-flight=" + inFlight,
                "--until-quiet"));
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
