package io.grizzlythrift.scorecard.load;

import io.grizzlythrift.scorecard.peer.HttpRequests;
import io.grizzlythrift.scorecard.peer.Peer;
import io.grizzlythrift.scorecard.row.HealthyCalls;
import io.grizzlythrift.scorecard.row.Row;
import io.grizzlythrift.scorecard.row.RowRun;
import io.grizzlythrift.scorecard.row.RowTest;
import io.grizzlythrift.scorecard.server.ServerChild;
import io.grizzlythrift.scorecard.variant.Sizes;
import io.grizzlythrift.scorecard.variant.Strategy;
import io.grizzlythrift.scorecard.variant.Wire;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicBoolean;
import org.testng.annotations.Test;

/** HTTP connections that pipeline requests for health without a pause, and other connections beside them. */
public final class Row63HealthFloodTest extends RowTest {
    private static final Row ROW = new Row(
            63,
            "8 HTTP connections that flood /health/live, with one selector",
            "every call of others succeeds, and a new connection is served within 0.5 s");
    private static final int PEERS = 8;
    private static final int REQUESTS = 1_000;
    private static final Duration SERVED = Duration.ofMillis(500);

    @Test(dataProvider = "strategiesAndWires", timeOut = LIMIT_MILLIS)
    public void areServed(Strategy strategy, Wire wire) throws Exception {
        ROW.run("", strategy, wire, PEERS, Row63HealthFloodTest::othersAreServed);
    }

    private static void othersAreServed(RowRun run) throws Exception {
        ServerChild server = run.server(run.options().with("http", true).with("selectors", 1));
        byte[] requests = requests();
        AtomicBoolean ended = new AtomicBoolean();
        List<Peer> peers = new ArrayList<>();
        ExecutorService threads = Executors.newFixedThreadPool(2 * PEERS);
        try (HealthyCalls healthy = HealthyCalls.begin(run, server)) {
            for (int i = 0; i < PEERS; i++) {
                Peer peer = Peer.connect(server.port(), run.wire());
                peers.add(peer);
                threads.execute(() -> untilEnded(ended, () -> peer.send(requests)));
                threads.execute(() -> untilEnded(ended, peer::untilClosed));
            }
            long longest = 0;
            for (int i = 0; i < Sizes.of(200, 6); i++) {
                long begin = System.nanoTime();
                try (Peer fresh = Peer.connect(server.port(), run.wire())) {
                    fresh.send(HttpRequests.get("/health/ready"));
                    run.requireEqual("status", fresh.response().status(), 200);
                }
                longest = Math.max(longest, System.nanoTime() - begin);
            }
            run.requireWithin("longest of a new connection", Duration.ofNanos(longest), SERVED);
            healthy.requireAnswered(run);
        } finally {
            ended.set(true);
            for (Peer peer : peers) {
                peer.reset();
            }
            threads.shutdownNow();
        }
        run.requireNoStackTrace(server);
    }

    private static byte[] requests() {
        ByteArrayOutputStream requests = new ByteArrayOutputStream();
        for (int i = 0; i < REQUESTS; i++) {
            requests.writeBytes(HttpRequests.get("/health/live"));
        }
        return requests.toByteArray();
    }

    private interface Step {
        void run() throws IOException;
    }

    /** Sends or reads without a pause. The server ends no such connection. */
    private static void untilEnded(AtomicBoolean ended, Step step) {
        while (!ended.get()) {
            try {
                step.run();
            } catch (IOException e) {
                if (!ended.get()) {
                    throw new UncheckedIOException(e);
                }
            }
        }
    }
}
