package io.grizzlythrift.scorecard.hostile;

import io.grizzlythrift.scorecard.hostile.HostileBytes.Outcome;
import io.grizzlythrift.scorecard.peer.Frames;
import io.grizzlythrift.scorecard.peer.Peer;
import io.grizzlythrift.scorecard.peer.RawDialect;
import io.grizzlythrift.scorecard.row.HealthyCalls;
import io.grizzlythrift.scorecard.row.RowRun;
import io.grizzlythrift.scorecard.server.ServerChild;
import io.grizzlythrift.scorecard.variant.Sizes;
import io.grizzlythrift.scorecard.variant.Strategy;
import io.grizzlythrift.test.Await;
import java.io.IOException;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.apache.thrift.TException;

/**
 * Peers in one dialect. Each makes a call, reads its reply, and then sends hostile bytes, while healthy clients call
 * the same server.
 */
final class HostilePeers {
    private static final Duration CLOSED_WITHIN = Duration.ofSeconds(1);
    private static final String HELLO = "a call in peace";

    private final RowRun run;
    private final ServerChild server;
    private final RawDialect dialect;
    private final int piece;
    private Duration slowest = Duration.ZERO;
    private final Map<Outcome, Long> outcomes = new EnumMap<>(Outcome.class);

    private HostilePeers(RowRun run, ServerChild server, RawDialect dialect, int piece) {
        this.run = run;
        this.server = server;
        this.dialect = dialect;
        this.piece = piece;
    }

    /**
     * Sends all kinds of bytes in turns, until the size of the row is reached.
     *
     * @param piece maximum number of bytes to send at a time
     */
    static void sendAll(RowRun run, RawDialect dialect, int piece, List<HostileBytes> kinds) throws Exception {
        ServerChild server = run.server(run.options());
        HostilePeers peers = new HostilePeers(run, server, dialect, piece);
        long begin = System.nanoTime();
        try (HealthyCalls healthy = HealthyCalls.begin(run, server)) {
            for (int i = 0; i < run.size(); i++) {
                peers.send(kinds.get(i % kinds.size()));
            }
            for (HostileBytes kind : peers.logged(kinds)) {
                peers.requireLogged(kind);
            }
            healthy.requireAnswered(run);
        }
        peers.requireCounted(begin);
    }

    private void send(HostileBytes kind) throws Exception {
        try (Peer peer = Peer.connect(server.port(), run.wire())) {
            requireEcho(peer, 1, kind);
            send(peer, kind.bytes());
            if (kind.isTerminated()) {
                Duration closed = peer.untilClosed();
                slowest = slowest.compareTo(closed) > 0 ? slowest : closed;
            } else {
                Frames.Reply reply = peer.reply(dialect);
                run.require(
                        reply.isException() && reply.text().contains(kind.words()),
                        kind.name() + " is replied to with: " + reply.text());
                requireEcho(peer, 2, kind);
            }
        }
        outcomes.merge(kind.outcome(), 1L, Long::sum);
    }

    private void send(Peer peer, byte[] bytes) {
        try {
            for (int sent = 0; sent < bytes.length; sent += piece) {
                peer.send(bytes, sent, Math.min(piece, bytes.length - sent));
            }
        } catch (IOException closedMeanwhile) {
            // This may happen, because the server need not read all bytes.
        }
    }

    private void requireEcho(Peer peer, int sequenceId, HostileBytes kind) throws IOException, TException {
        send(peer, dialect.echo(sequenceId, HELLO));
        Frames.Reply reply = peer.reply(dialect);
        run.requireEqual("sequence id beside " + kind.name(), reply.sequenceId(), sequenceId);
        run.require(HELLO.equals(reply.text()), "the reply beside " + kind.name() + " is " + reply);
    }

    /**
     * Returns the kinds whose log lines are checked, which takes a second each. Scaled down, only two, which depend on the
     * strategy, or one if the bytes are sent one at a time, because that does not change the line.
     */
    private List<HostileBytes> logged(List<HostileBytes> kinds) {
        return IntStream.range(0, kinds.size())
                .filter(i -> Sizes.SOAK || Strategy.ALL.get(i % Strategy.ALL.size()) == run.strategy())
                .mapToObj(kinds::get)
                .filter(HostileBytes::isTerminated)
                .limit(Sizes.of(kinds.size(), piece > 1 ? 2 : 1))
                .toList();
    }

    /** Sends such bytes until they are logged, because the server logs at most one line per second. */
    private void requireLogged(HostileBytes kind) throws Exception {
        Await.that("'" + kind.words() + "' is logged for " + kind.name(), () -> {
            send(kind);
            return server.hasLogged(kind.words());
        });
    }

    private void requireCounted(long begin) throws IOException {
        Map<String, Long> state = server.state();
        long seconds = TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - begin);
        long lines = state.get("logLines") - run.rest(server, "logLines");
        run.figure("log lines", lines);
        run.require(lines <= seconds + 2, lines + " log lines in " + seconds + " s");
        run.requireWithin("slowest close", slowest, CLOSED_WITHIN);
        run.requireEqual(
                "rejected frames",
                state.get("rejectedFrames") - run.rest(server, "rejectedFrames"),
                outcomes.getOrDefault(Outcome.TERMINATED, 0L));
        run.requireEqual(
                "protocol errors",
                state.get("protocolErrors") - run.rest(server, "protocolErrors"),
                outcomes.getOrDefault(Outcome.NO_MESSAGE, 0L) + outcomes.getOrDefault(Outcome.REPLIED, 0L));
        run.requireNoStackTrace(server);
    }
}
