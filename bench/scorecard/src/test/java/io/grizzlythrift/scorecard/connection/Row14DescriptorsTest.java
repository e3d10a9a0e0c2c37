package io.grizzlythrift.scorecard.connection;

import io.grizzlythrift.scorecard.peer.Crowd;
import io.grizzlythrift.scorecard.peer.Crowd.Manner;
import io.grizzlythrift.scorecard.peer.Frames;
import io.grizzlythrift.scorecard.row.HealthyCalls;
import io.grizzlythrift.scorecard.row.Row;
import io.grizzlythrift.scorecard.row.RowRun;
import io.grizzlythrift.scorecard.row.RowTest;
import io.grizzlythrift.scorecard.server.ServerChild;
import io.grizzlythrift.scorecard.variant.Sizes;
import io.grizzlythrift.scorecard.variant.Strategy;
import io.grizzlythrift.scorecard.variant.Wire;
import io.grizzlythrift.test.Await;
import java.time.Duration;
import java.util.Locale;
import org.testng.annotations.Test;

/** A server whose process has no file descriptors left for a while. */
public final class Row14DescriptorsTest extends RowTest {
    private static final Row ROW = new Row(
            14,
            "out of descriptors",
            "selectors under 5 % of a processor, accepting again within 1 s, others are served");
    private static final Duration WINDOW = Duration.ofSeconds(Sizes.of(30, 1));
    private static final double MOST_CPU = Sizes.share(0.05, 0.3);
    private static final Duration BETWEEN_HEALTHY_CALLS = Duration.ofMillis(50);

    /** {@code size} clients wait for a descriptor. */
    @Test(dataProvider = "strategies", timeOut = LIMIT_MILLIS)
    public void serverWaits(Strategy strategy) throws Exception {
        ROW.run("", strategy, Wire.PLAIN, Sizes.of(500, 50), Row14DescriptorsTest::exhaust);
    }

    private static void exhaust(RowRun run) throws Exception {
        ServerChild server = run.server(run.options());
        long failed = server.effort().get("failedAccepts");
        Manner caller = Manner.prompt(Frames.echo(1, "in the end"));
        try (HealthyCalls others = HealthyCalls.begin(
                run.client(server, options -> options.connectionsPerEndpoint(1)), BETWEEN_HEALTHY_CALLS)) {
            run.figure("descriptors taken", server.takeDescriptors());
            long accepted = server.effort().get("accepted");
            try (Crowd waiting =
                    Crowd.start(server.port(), run.wire(), run.size(), caller, Duration.ofMillis(LIMIT_MILLIS))) {
                Await.that("all wait", () -> waiting.connected() == run.size());
                Await.that("the system refuses", () -> server.effort().get("failedAccepts") > failed);
                double cpu = run.busy(server, WINDOW, "serverCpuNanos", MOST_CPU);
                run.figure("CPU of all threads of the server", String.format(Locale.ROOT, "%.2f %%", 100 * cpu));
                run.figure("refused accepts", server.effort().get("failedAccepts") - failed);
                run.require(
                        cpu < MOST_CPU, "its threads take " + cpu + " of a processor, must be less than " + MOST_CPU);
                run.requireEqual(
                        "accepted without a descriptor", server.effort().get("accepted"), accepted);
                server.giveDescriptorsBack();
                long begin = System.nanoTime();
                Await.that("it accepts again", () -> server.effort().get("accepted") > accepted);
                run.requireWithin(
                        "accepting again after", Duration.ofNanos(System.nanoTime() - begin), Duration.ofSeconds(1));
                Await.that("all are answered", () -> waiting.answered() == run.size());
                run.figure("all answered after", Duration.ofNanos(System.nanoTime() - begin));
            } finally {
                server.giveDescriptorsBack();
            }
            others.requireAnswered(run);
        }
        run.requireNoStackTrace(server);
    }
}
