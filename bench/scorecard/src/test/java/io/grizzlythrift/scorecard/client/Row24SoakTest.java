package io.grizzlythrift.scorecard.client;

import io.grizzlythrift.scorecard.row.Row;
import io.grizzlythrift.scorecard.row.RowRun;
import io.grizzlythrift.scorecard.row.RowTest;
import io.grizzlythrift.scorecard.server.ServerChild;
import io.grizzlythrift.scorecard.variant.Sizes;
import io.grizzlythrift.scorecard.variant.Strategy;
import io.grizzlythrift.scorecard.variant.Wire;
import io.grizzlythrift.test.Await;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.testng.annotations.Test;

/** Makes many calls, one in twenty of them a fault, and measures the memory that server and client keep. */
public final class Row24SoakTest extends RowTest {
    private static final Row ROW = new Row(
            24,
            "soak with 5 % faults",
            "heap after GC grows at most 1 MB per 10 million calls, direct memory and descriptors flat");
    private static final int SAMPLES = Sizes.of(10, 1);
    private static final int CALLS_PER_MEGABYTE = 10_000_000;
    private static final long MEGABYTE = 1 << 20;
    private static final int MAX_MORE_DESCRIPTORS = 4;

    private record Sample(long heapBytes, long directBytes, long descriptors) {
        static Sample of(long heapBytes, Map<String, Long> state) {
            return new Sample(heapBytes, state.get("directBytes"), state.get("descriptors"));
        }
    }

    @Test(dataProvider = "strategies", timeOut = 10 * LIMIT_MILLIS)
    public void nothingGrows(Strategy strategy) throws Exception {
        ROW.run("", strategy, Wire.PLAIN, Sizes.of(100_000_000, 100_000), Row24SoakTest::soak);
    }

    private static void soak(RowRun run) throws Exception {
        ServerChild server = run.server(run.options());
        List<Sample> ofServer = new ArrayList<>();
        List<Sample> ofClient = new ArrayList<>();
        long calls = 0;
        try (ClientChild client = ClientChild.start(server)) {
            // The first steps let the JVM compile code, and fill pools.
            client.run(run.size() / 10);
            sample(server, client, ofServer, ofClient);
            long begin = System.nanoTime();
            for (int i = 0; i < SAMPLES; i++) {
                calls += client.run(run.size() / SAMPLES);
                sample(server, client, ofServer, ofClient);
            }
            Duration took = Duration.ofNanos(System.nanoTime() - begin);
            run.figure("calls/s", calls * 1_000 / Math.max(1, took.toMillis()));
            Map<String, Long> state = client.state();
            run.figure("timed out", state.get("timedOut"));
            run.figure("cancelled", state.get("cancelled"));
            run.figure("connections ended by a fault", state.get("connectionFaults"));
            run.requireEqual("calls in flight of the client", state.get("inFlight"), 0);
            run.requireEqual("replies that nobody asked for", state.get("unknownReplies"), 0);
            run.requireEqual(
                    "calls that failed otherwise",
                    state.get("failed") - state.get("timedOut") - state.get("cancelled"),
                    0);
            run.requireEqual("stack traces of the client", state.get("stackTraces"), 0);
        }
        run.requireNoStackTrace(server);
        requireFlat(run, "server", ofServer);
        requireFlat(run, "client", ofClient);
    }

    /** Takes samples when only the single connection of this library's client is left. */
    private static void sample(ServerChild server, ClientChild client, List<Sample> ofServer, List<Sample> ofClient)
            throws Exception {
        Await.that("connections of the load are closed", () -> server.state("open") == 1);
        ofServer.add(Sample.of(server.heapBytes(), server.state()));
        ofClient.add(Sample.of(client.heapBytes(), client.state()));
    }

    private static void requireFlat(RowRun run, String name, List<Sample> samples) throws IOException {
        Sample first = samples.get(0);
        Sample last = samples.get(samples.size() - 1);
        long mostHeap = MEGABYTE * Math.max(Sizes.of(1, 4), run.size() / CALLS_PER_MEGABYTE);
        long heap = last.heapBytes() - first.heapBytes();
        run.figure(
                name,
                String.format(
                        Locale.ROOT,
                        "heap %.2f %+.3f MB, direct %.2f %+.3f MB, descriptors %d %+d",
                        (double) first.heapBytes() / MEGABYTE,
                        (double) heap / MEGABYTE,
                        (double) first.directBytes() / MEGABYTE,
                        (double) (last.directBytes() - first.directBytes()) / MEGABYTE,
                        first.descriptors(),
                        last.descriptors() - first.descriptors()));
        run.require(heap <= mostHeap, name + ": heap grew by " + heap + " bytes, must be at most " + mostHeap);
        run.require(
                last.directBytes() - first.directBytes() <= MEGABYTE,
                name + ": direct memory grew from " + first.directBytes() + " to " + last.directBytes() + " bytes");
        // A selector closes the descriptor of a connection with its next selection.
        long descriptors = last.descriptors() - first.descriptors();
        run.require(Math.abs(descriptors) <= MAX_MORE_DESCRIPTORS, name + ": descriptors " + descriptors + " more");
    }
}
