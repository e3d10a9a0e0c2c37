package io.grizzlythrift.bench.matrix;

import io.grizzlythrift.bench.load.LoadResult;
import io.grizzlythrift.bench.results.LoadMeasurement;
import io.grizzlythrift.bench.results.Measurement;
import io.grizzlythrift.bench.results.MemoryMeasurement;
import io.grizzlythrift.bench.results.MicroMeasurement;
import io.grizzlythrift.bench.results.YcsbMeasurement;
import java.util.Locale;

/** Formats the figures of a measurement in one line. */
final class Figures {
    private Figures() {}

    static String of(Measurement measured) {
        // A switch over types needs Java 21.
        if (measured instanceof LoadMeasurement load) {
            return of(load.load());
        }
        if (measured instanceof MemoryMeasurement memory) {
            return of(memory);
        }
        if (measured instanceof MicroMeasurement micro) {
            return String.format(Locale.ROOT, "%,.0f %s", micro.value(), micro.unit());
        }
        return of((YcsbMeasurement) measured);
    }

    private static String of(LoadResult load) {
        if (!load.valid()) {
            return "INVALID: " + String.format(Locale.ROOT, "%,d errors; first: ", load.errors()) + load.firstError();
        }
        return String.format(
                Locale.ROOT,
                "%,.0f calls/s, us/call: server %.2f, client %.2f, p50 %,.1f us, p99 %,.1f us",
                load.callsPerSecond(),
                load.serverCpuMicrosPerCall(),
                load.clientCpuMicrosPerCall(),
                load.latency().p50(),
                load.latency().p99());
    }

    private static String of(MemoryMeasurement memory) {
        if (!memory.valid()) {
            return "INVALID: " + memory.problem();
        }
        return String.format(
                Locale.ROOT,
                "%,.0f bytes of heap and %,.0f outside of it per connection",
                memory.heapBytesPerConnection(),
                memory.processBytesPerConnection());
    }

    private static String of(YcsbMeasurement ycsb) {
        YcsbMeasurement.Phase wrong = ycsb.load().failed() > 0 ? ycsb.load() : ycsb.run();
        if (!ycsb.valid()) {
            return String.format(Locale.ROOT, "INVALID: %,d failed; first: %s", wrong.failed(), wrong.firstProblem());
        }
        return String.format(
                Locale.ROOT,
                "load %,.0f operations/s, run %,.0f operations/s",
                ycsb.load().operationsPerSecond(),
                ycsb.run().operationsPerSecond());
    }
}
