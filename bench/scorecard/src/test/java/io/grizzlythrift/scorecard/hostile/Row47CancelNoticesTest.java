package io.grizzlythrift.scorecard.hostile;

import io.grizzlythrift.frame.Dialect;
import io.grizzlythrift.message.ThriftProtocol;
import io.grizzlythrift.scorecard.peer.Frames;
import io.grizzlythrift.scorecard.peer.HeaderFrames;
import io.grizzlythrift.scorecard.peer.Peer;
import io.grizzlythrift.scorecard.peer.RawDialect;
import io.grizzlythrift.scorecard.peer.RawMessage;
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
import java.lang.reflect.Method;
import java.nio.ByteBuffer;
import java.util.Iterator;
import java.util.Map;
import org.apache.thrift.TException;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/** Peers that keep cancelling calls that do not exist, with an occasional call so that the server must keep state. */
public final class Row47CancelNoticesTest extends RowTest {
    private static final Row ROW = new Row(
            47,
            "notices of cancelled calls: as the first bytes, in floods, for calls that never were",
            "memory is bounded, nothing is cancelled, the connection is served on");

    private static final String TEXT = "a call among notices";

    /** The sequence id of the first call of a client that supports notices; the notice has the negated id. */
    private static final int CLIENT_ID = 0x477A_5443;

    private static final int NOTICES_PER_CALL = 100;
    private static final int FRAME_SEQUENCE_ID_AT = 8;

    /** Enough for two connections that keep 1024 ids each, and for incomplete frames. */
    private static final long MOST_BYTES = 512 * 1024;

    @DataProvider
    static Iterator<Object[]> strategiesAndDialects(Method test) {
        return RawDialect.withStrategies(test, Dialect.HEADER);
    }

    @Test(dataProvider = "strategiesAndDialects", timeOut = LIMIT_MILLIS)
    public void cancelNothing(Strategy strategy, RawDialect dialect) throws Exception {
        ROW.run(dialect.toString(), strategy, Wire.PLAIN, Sizes.of(1_000_000, 10_000), run -> {
            ServerChild server = run.server(run.options());
            try (HealthyCalls healthy = HealthyCalls.begin(run, server)) {
                flood(run, server, dialect, 1); // notices as the first bytes: none was offered
                flood(run, server, dialect, CLIENT_ID);
                healthy.requireAnswered(run);
            }
            Map<String, Long> state = server.state();
            for (String counter : new String[] {"cancelled", "refused", "protocolErrors", "rejectedFrames"}) {
                run.requireEqual(counter, state.get(counter) - run.rest(server, counter), 0);
            }
            run.requireNoStackTrace(server);
        });
    }

    /** @param firstId id of the call that follows the first notices, or precedes them if the peer may send them */
    private static void flood(RowRun run, ServerChild server, RawDialect dialect, int firstId) throws Exception {
        long most = 0;
        try (Peer peer = Peer.connect(server.port(), run.wire())) {
            if (firstId == CLIENT_ID) {
                peer.send(dialect.echo(CLIENT_ID, TEXT));
                requireReply(run, peer, dialect, CLIENT_ID);
            }
            for (int sent = 0; sent < run.size(); sent += NOTICES_PER_CALL) {
                ByteArrayOutputStream bytes = new ByteArrayOutputStream();
                for (int i = 0; i < NOTICES_PER_CALL; i++) {
                    bytes.writeBytes(notice(dialect, 1_000 + sent + i));
                }
                bytes.writeBytes(dialect.echo(2 + sent, TEXT));
                peer.send(bytes.toByteArray());
                requireReply(run, peer, dialect, 2 + sent);
                if (sent % (10 * NOTICES_PER_CALL) == 0) {
                    most = Math.max(most, server.state("partialFrameBytes"));
                }
            }
        }
        run.figure(firstId == CLIENT_ID ? "most bytes" : "most bytes, not offered", most);
        run.require(most <= MOST_BYTES, most + " bytes are kept, must be at most " + MOST_BYTES);
    }

    private static void requireReply(RowRun run, Peer peer, RawDialect dialect, int sequenceId)
            throws IOException, TException {
        Frames.Reply reply = peer.reply(dialect);
        run.requireEqual("sequence id", reply.sequenceId(), sequenceId);
        run.require(TEXT.equals(reply.text()), "the reply is " + reply);
    }

    /** Returns a oneway message without a name or arguments, whose header has the id of a call. */
    private static byte[] notice(RawDialect dialect, int id) {
        byte[] message =
                RawMessage.call(dialect.protocol(), "", -CLIENT_ID).stop().bytes();
        message[dialect.protocol() == ThriftProtocol.BINARY ? 3 : 1] =
                (byte) (dialect.protocol() == ThriftProtocol.BINARY ? 4 : 4 << 5 | 1);
        byte[] frame = HeaderFrames.frame(
                dialect.protocolId(),
                HeaderFrames.keyValues(HeaderFrames.KEY_VALUES, Map.of("cancel", Integer.toString(id))),
                message);
        return ByteBuffer.wrap(frame).putInt(FRAME_SEQUENCE_ID_AT, -CLIENT_ID).array();
    }
}
