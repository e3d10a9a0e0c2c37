package io.grizzlythrift.bench.matrix;

import io.grizzlythrift.bench.service.Method;
import io.grizzlythrift.bench.service.WireProtocol;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalInt;

/**
 * What a client does in a preset: the options of {@code load} that presets vary, each as there.
 *
 * @param threads threads that call; empty for what the client usually has
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
        int burnEvery) {
    private static final int LARGE_BYTES = 1 << 20;

    /** The usual call of the comparison: 300 bytes, compact, 40 connections with one call each. */
    static Load echo() {
        return new Load("raw", WireProtocol.COMPACT, Method.ECHO, 300, Duration.ZERO, 40, 1, OptionalInt.empty(), 0, 0);
    }

    Load client(String name) {
        return new Load(name, protocol, method, size, handlerTime, connections, inFlight, threads, rate, burnEvery);
    }

    Load protocol(WireProtocol encoding) {
        return new Load(client, encoding, method, size, handlerTime, connections, inFlight, threads, rate, burnEvery);
    }

    Load size(int bytes) {
        return new Load(client, protocol, method, bytes, handlerTime, connections, inFlight, threads, rate, burnEvery);
    }

    Load connections(int count) {
        return new Load(client, protocol, method, size, handlerTime, count, inFlight, threads, rate, burnEvery);
    }

    Load inFlight(int callsPerConnection) {
        return new Load(
                client, protocol, method, size, handlerTime, connections, callsPerConnection, threads, rate, burnEvery);
    }

    Load threads(int count) {
        return new Load(
                client,
                protocol,
                method,
                size,
                handlerTime,
                connections,
                inFlight,
                OptionalInt.of(count),
                rate,
                burnEvery);
    }

    Load sleep(Duration time) {
        return new Load(client, protocol, Method.SLEEP, size, time, connections, inFlight, threads, rate, burnEvery);
    }

    /** So many calls per second, and of so many calls one that burns. */
    Load mixed(double callsPerSecond, int every, Duration burnTime) {
        return new Load(
                client, protocol, method, size, burnTime, connections, inFlight, threads, callsPerSecond, every);
    }

    /** Bytes of messages that may be on their way at the same time, one way. */
    long bytesInFlight() {
        return (long) connections * inFlight * size;
    }

    /** What is called and how, for people. */
    String title() {
        String calls = method == Method.SLEEP
                ? "sleep " + handlerTime.toMillis() + " ms"
                : method.name().toLowerCase(Locale.ROOT) + " " + bytes(size);
        return calls + ", " + protocol.name().toLowerCase(Locale.ROOT) + ", " + connections
                + (connections == 1 ? " connection" : " connections")
                + (inFlight == 1 ? "" : " x " + inFlight + " in flight");
    }

    private static String bytes(int count) {
        return count < LARGE_BYTES
                ? String.format(Locale.ROOT, "%,d B", count)
                : String.format(Locale.ROOT, "%,d MiB", count / LARGE_BYTES);
    }

    /** Options of {@code load}, but for the times. */
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
        threads.ifPresent(count -> all.add("--threads=" + count));
        return all;
    }
}
