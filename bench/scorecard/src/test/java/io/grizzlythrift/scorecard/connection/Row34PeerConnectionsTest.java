package io.grizzlythrift.scorecard.connection;

import io.grizzlythrift.limits.LimitType;
import io.grizzlythrift.scorecard.peer.Frames;
import io.grizzlythrift.scorecard.peer.Peer;
import io.grizzlythrift.scorecard.row.HealthyCalls;
import io.grizzlythrift.scorecard.row.Row;
import io.grizzlythrift.scorecard.row.RowRun;
import io.grizzlythrift.scorecard.row.RowTest;
import io.grizzlythrift.scorecard.server.LimitOption;
import io.grizzlythrift.scorecard.server.ServerChild;
import io.grizzlythrift.scorecard.variant.Sizes;
import io.grizzlythrift.scorecard.variant.Strategy;
import io.grizzlythrift.scorecard.variant.Wire;
import io.grizzlythrift.test.Await;
import java.net.InetAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.testng.annotations.Test;

/** A single address that opens one connection after the other. */
public final class Row34PeerConnectionsTest extends RowTest {
    private static final Row ROW = new Row(
            34,
            "one address opens many connections, 10 may be open",
            "the others closed within 1 s, accepting goes on, another address is served all the time");
    private static final int MOST = 10;
    private static final byte[] GREEDY = {127, 0, 0, 2};
    private static final Duration CLOSED_WITHIN = Duration.ofSeconds(1);
    private static final Duration BETWEEN_HEALTHY_CALLS = Duration.ofMillis(20);

    @Test(dataProvider = "strategies", timeOut = LIMIT_MILLIS)
    public void theOthersAreClosed(Strategy strategy) throws Exception {
        ROW.run("", strategy, Wire.PLAIN, Sizes.of(5_000, 200), Row34PeerConnectionsTest::connect);
    }

    private static void connect(RowRun run) throws Exception {
        ServerChild server = run.server(run.options().with(LimitOption.MAX_CONNECTIONS_PER_ADDRESS, MOST));
        long refused = run.rest(server, LimitType.MAX_CONNECTIONS_PER_ADDRESS.name());
        long pauses = run.rest(server, LimitType.MAX_CONNECTIONS.name());
        List<Peer> open = new ArrayList<>();
        try (HealthyCalls others = HealthyCalls.begin(
                run.client(server, options -> options.connectionsPerEndpoint(1)), BETWEEN_HEALTHY_CALLS)) {
            for (int i = 0; i < run.size(); i++) {
                Peer peer = greedy(run, server);
                if (i < MOST) {
                    open.add(peer);
                    requireServed(run, peer);
                } else {
                    peer.requireClosedWithin(CLOSED_WITHIN);
                    peer.close();
                }
            }
            for (Peer peer : open) {
                requireServed(run, peer);
            }
            Await.that("only those served and the healthy client's are open", () -> server.state("open") == MOST + 1);
            open.remove(0).reset();
            Await.that("the place of a closed connection is free", () -> server.state("open") == MOST);
            open.add(greedy(run, server));
            requireServed(run, open.get(MOST - 1));
            others.requireAnswered(run);
        } finally {
            for (Peer peer : open) {
                peer.close();
            }
        }
        run.requireEqual(
                "connections refused",
                server.reached(LimitType.MAX_CONNECTIONS_PER_ADDRESS) - refused,
                run.size() - MOST);
        run.requireEqual("pauses of accepting", server.reached(LimitType.MAX_CONNECTIONS) - pauses, 0);
        run.requireNoStackTrace(server);
    }

    private static Peer greedy(RowRun run, ServerChild server) throws Exception {
        return Peer.connect(Optional.of(InetAddress.getByAddress(GREEDY)), server.port(), run.wire());
    }

    private static void requireServed(RowRun run, Peer peer) throws Exception {
        peer.send(Frames.echo(1, "served"));
        run.requireEqual("reply to call", peer.reply().sequenceId(), 1);
    }
}
