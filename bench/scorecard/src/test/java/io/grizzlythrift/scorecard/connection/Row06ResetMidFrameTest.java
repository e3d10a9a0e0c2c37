package io.grizzlythrift.scorecard.connection;

import io.grizzlythrift.scorecard.peer.Frames;
import io.grizzlythrift.scorecard.peer.Peer;
import io.grizzlythrift.scorecard.row.Row;
import io.grizzlythrift.scorecard.row.RowRun;
import io.grizzlythrift.scorecard.row.RowTest;
import io.grizzlythrift.scorecard.server.ServerChild;
import io.grizzlythrift.scorecard.variant.Sizes;
import io.grizzlythrift.scorecard.variant.Strategy;
import io.grizzlythrift.scorecard.variant.Wire;
import io.grizzlythrift.test.Await;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.testng.annotations.Test;

/** Clients that crash while sending. */
public final class Row06ResetMidFrameTest extends RowTest {
    private static final Row ROW = new Row(6, "clients reset in mid-frame", "no leak, no stack trace in the log");
    private static final int LARGE_BYTES = 3_000_000;
    private static final int SENT_OF_LARGE = 200_000;

    @Test(dataProvider = "strategiesAndWires", timeOut = LIMIT_MILLIS)
    public void nothingIsLeft(Strategy strategy, Wire wire) throws Exception {
        ROW.run("", strategy, wire, Sizes.of(10_000, wire == Wire.TLS ? 60 : 400), Row06ResetMidFrameTest::resetAll);
    }

    private static void resetAll(RowRun run) throws Exception {
        ServerChild server = run.server(run.options());
        List<byte[]> beginnings = beginnings();
        long heap = server.heapBytes();
        for (int i = 0; i < run.size(); i++) {
            try (Peer peer = Peer.connect(server.port(), run.wire())) {
                byte[] beginning = beginnings.get(i % beginnings.size());
                peer.send(beginning);
                peer.reset();
            }
        }
        long accepted = run.rest(server, "accepted") + run.size();
        // A connection that is reset while it waits in the backlog is accepted, too.
        Await.that("all are accepted", () -> server.state("accepted") >= accepted);
        Await.that("all are closed", () -> server.state("open") == 0);
        Map<String, Long> state = server.state();
        run.figure("more heap in bytes", server.heapBytes() - heap);
        run.requireNoStackTrace(server);
        run.requireEqual("log lines", state.get("logLines"), run.rest(server, "logLines"));
    }

    /**
     * Returns bytes that are cut in the length, after it, in a small message, after a whole call, and in a large frame.
     */
    private static List<byte[]> beginnings() {
        byte[] call = Frames.echo(1, "a call that is cut off");
        byte[] callAndHalf = Arrays.copyOf(call, call.length + call.length / 2);
        System.arraycopy(call, 0, callAndHalf, call.length, callAndHalf.length - call.length);
        return List.of(
                Arrays.copyOf(call, 2),
                Arrays.copyOf(call, Integer.BYTES),
                Arrays.copyOf(call, call.length - 1),
                callAndHalf,
                Arrays.copyOf(Frames.framed(new byte[LARGE_BYTES]), SENT_OF_LARGE));
    }
}
