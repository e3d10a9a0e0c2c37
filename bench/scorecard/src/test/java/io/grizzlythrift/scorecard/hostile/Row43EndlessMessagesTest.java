package io.grizzlythrift.scorecard.hostile;

import io.grizzlythrift.frame.Dialect;
import io.grizzlythrift.limits.LimitType;
import io.grizzlythrift.scorecard.peer.Crowd;
import io.grizzlythrift.scorecard.peer.Crowd.Manner;
import io.grizzlythrift.scorecard.peer.RawDialect;
import io.grizzlythrift.scorecard.peer.RawMessage;
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
import java.io.IOException;
import java.lang.reflect.Method;
import java.time.Duration;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import org.apache.thrift.protocol.TType;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/** Unframed messages that never end, from more peers than the heap can hold. */
public final class Row43EndlessMessagesTest extends RowTest {
    private static final Row ROW = new Row(
            43,
            "unframed messages without an end; at once, more than fit into a heap of 256 MB",
            "each closed at maxFrameBytes, for its memory or at frameTimeout, and counted; every call of others succeeds");

    private static final int SENT_BYTES = 17_000_000;
    private static final Duration FRAME_TIMEOUT = Duration.ofSeconds(Sizes.of(10, 1));
    private static final Duration LIMIT = Duration.ofMinutes(1);

    /** The content that a message repeats endlessly. */
    private enum Endless {
        STRINGS_OF_1_MB(TType.STRING, 1_000_000),
        STRINGS_OF_1_KB(TType.STRING, 1_000),
        NUMBERS(TType.BYTE, 1);

        private final byte type;
        private final int valueBytes;

        Endless(byte type, int valueBytes) {
            this.type = type;
            this.valueBytes = valueBytes;
        }

        /** Returns the start of a message that repeats the bytes of one field. */
        byte[] begun(RawDialect dialect) {
            RawMessage message = RawMessage.call(dialect.protocol(), "echo", 1);
            int head = message.size();
            message.field(type, 2);
            if (type == TType.STRING) {
                message.length(valueBytes);
            }
            byte[] first = message.put(new byte[valueBytes]).bytes();
            int field = first.length - head;
            byte[] all = Arrays.copyOf(first, head + (SENT_BYTES / field + 1) * field);
            for (int at = first.length; at < all.length; at += field) {
                System.arraycopy(first, head, all, at, field);
            }
            return all;
        }

        @Override
        public String toString() {
            return this == NUMBERS ? "numbers" : "strings of " + valueBytes + " bytes";
        }
    }

    /** Each strategy in each protocol, and one strategy over TLS, where large values are read differently. */
    @DataProvider
    static Iterator<Object[]> strategiesDialectsAndWires(Method test) {
        return RawDialect.withStrategiesAndWires(test, Dialect.UNFRAMED);
    }

    @Test(dataProvider = "strategiesDialectsAndWires", timeOut = LIMIT_MILLIS)
    public void haveAnEnd(Strategy strategy, RawDialect dialect, Wire wire) throws Exception {
        List<HostileBytes> kinds = kinds(wire).stream()
                .map(endless -> HostileBytes.terminated(
                        endless.toString(), endless.begun(dialect), "a message has more than 16384000 bytes"))
                .toList();
        ROW.run(
                dialect + ", one after the other",
                strategy,
                wire,
                Sizes.of(wire == Wire.PLAIN ? 300 : 60, kinds.size()), // over TLS, each takes half a second
                run -> HostilePeers.sendAll(run, dialect, Integer.MAX_VALUE, kinds));
    }

    @Test(dataProvider = "strategiesDialectsAndWires", timeOut = LIMIT_MILLIS)
    public void areBoundedTogether(Strategy strategy, RawDialect dialect, Wire wire) throws Exception {
        for (Endless endless : kinds(wire)) {
            ROW.run(
                    dialect + ", at once, " + endless,
                    strategy,
                    wire,
                    Sizes.of(100, 20),
                    run -> attack(run, endless.begun(dialect)));
        }
    }

    /**
     * Scaled down, TLS is tested with large values only, which are read differently. Others are read as without TLS.
     */
    private static List<Endless> kinds(Wire wire) {
        return Sizes.SOAK || wire == Wire.PLAIN ? List.of(Endless.values()) : List.of(Endless.STRINGS_OF_1_MB);
    }

    private static void attack(RowRun run, byte[] endless) throws Exception {
        ServerChild server = run.server(run.options().with(LimitOption.FRAME_TIMEOUT_MILLIS, FRAME_TIMEOUT.toMillis()));
        try (HealthyCalls healthy = HealthyCalls.begin(run, server);
                Crowd crowd = Crowd.start(server.port(), run.wire(), run.size(), Manner.prompt(endless), LIMIT)) {
            Await.that("each is closed", LIMIT, () -> crowd.closedByServer() == run.size());
            healthy.requireAnswered(run);
        }
        long tooLong = server.state("rejectedFrames") - run.rest(server, "rejectedFrames");
        long forMemory = reached(run, server, LimitType.MAX_BUFFERED_BYTES);
        long late = reached(run, server, LimitType.FRAME_TIMEOUT);
        run.figure("closed at maxFrameBytes", tooLong);
        run.figure("for memory", forMemory);
        run.figure("at frameTimeout", late);
        run.figure("pauses of reading", reached(run, server, LimitType.BUFFERED_BYTES_READ_PAUSED));
        long counted = tooLong + forMemory + late;
        run.require(counted >= run.size(), "only " + counted + " closed connections are counted");
        run.require( // a connection that reaches two limits in the same moment may count for both
                Math.max(tooLong, Math.max(forMemory, late)) <= run.size(),
                "more than once: " + tooLong + ", " + forMemory + ", " + late);
        run.requireNoStackTrace(server);
    }

    private static long reached(RowRun run, ServerChild server, LimitType limit) throws IOException {
        return server.reached(limit) - run.rest(server, limit.name());
    }
}
