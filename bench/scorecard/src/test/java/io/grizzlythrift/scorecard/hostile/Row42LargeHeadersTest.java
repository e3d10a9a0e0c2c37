package io.grizzlythrift.scorecard.hostile;

import io.grizzlythrift.frame.Dialect;
import io.grizzlythrift.limits.LimitType;
import io.grizzlythrift.scorecard.peer.Crowd;
import io.grizzlythrift.scorecard.peer.Crowd.Manner;
import io.grizzlythrift.scorecard.peer.HeaderFrames;
import io.grizzlythrift.scorecard.peer.RawDialect;
import io.grizzlythrift.scorecard.row.HealthyCalls;
import io.grizzlythrift.scorecard.row.Row;
import io.grizzlythrift.scorecard.row.RowRun;
import io.grizzlythrift.scorecard.row.RowTest;
import io.grizzlythrift.scorecard.server.LimitOption;
import io.grizzlythrift.scorecard.server.Memory;
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
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/** Peers that all send as many headers as possible at the same time. */
public final class Row42LargeHeadersTest extends RowTest {
    private static final Row ROW = new Row(
            42,
            "headers of 64 KiB, small ones, persistent ones and too many, on many connections at once",
            "the sum stays within maxBufferedBytes; every call of others succeeds");

    private static final long BUDGET = Sizes.of(16, 4) * Memory.MEGABYTE;
    private static final long MOST_MORE = Sizes.of(64, 24) * Memory.MEGABYTE;
    private static final int HEADER_BYTES = 64 * 1024;
    private static final int PERSISTENT_PAIRS = 90;
    private static final String SMALL = "value";
    private static final String LARGE = "v".repeat(4_000);
    private static final int LARGE_PAIRS = 15;

    /** Maximum number of small headers that the server accepts: each counts its name, its value and 160 bytes. */
    private static final int SMALL_PAIRS = HEADER_BYTES / ("key-00000".length() + SMALL.length() + 160);

    private static final int TOO_MANY_PAIRS = HEADER_BYTES / 16;

    /** The budget is exceeded briefly while the largest connection is being closed. */
    private static final long SLACK = 8 * HEADER_BYTES;

    /**
     * The server does not notice a closed connection before this time if it does not read because memory is used up.
     */
    private static final Duration FRAME_TIMEOUT = Duration.ofSeconds(Sizes.of(10, 3));

    @DataProvider
    static Iterator<Object[]> strategiesAndDialects(Method test) {
        return RawDialect.withStrategies(test, Dialect.HEADER);
    }

    private static byte[] call(RawDialect dialect, int info, int count, String value) {
        Map<String, String> pairs = new LinkedHashMap<>();
        for (int i = 0; i < count; i++) {
            pairs.put("key-%05d".formatted(i), value);
        }
        return HeaderFrames.frame(
                dialect.protocolId(), HeaderFrames.keyValues(info, pairs), dialect.message(1, "text"));
    }

    /** Calls without their last byte: their headers must be kept. */
    @Test(dataProvider = "strategiesAndDialects", timeOut = LIMIT_MILLIS)
    public void ofIncompleteCallsAreBounded(Strategy strategy, RawDialect dialect) throws Exception {
        byte[] call = call(dialect, HeaderFrames.KEY_VALUES, LARGE_PAIRS, LARGE);
        byte[] begun = Arrays.copyOf(call, call.length - 1);
        ROW.run(dialect.toString(), strategy, Wire.PLAIN, Sizes.of(2_000, 200), run -> {
            attack(run, begun, (server, crowd) -> reached(run, server, LimitType.BUFFERED_BYTES_READ_PAUSED) > 0);
        });
    }

    /** Calls with a reply: their headers need not be kept. Small headers cost most when they are decoded. */
    @Test(dataProvider = "strategiesAndDialects", timeOut = LIMIT_MILLIS)
    public void ofCallsAreReleased(Strategy strategy, RawDialect dialect) throws Exception {
        requireReplies(strategy, dialect, "large", call(dialect, HeaderFrames.KEY_VALUES, LARGE_PAIRS, LARGE));
        requireReplies(strategy, dialect, "small", call(dialect, HeaderFrames.KEY_VALUES, SMALL_PAIRS, SMALL));
    }

    private static void requireReplies(Strategy strategy, RawDialect dialect, String size, byte[] call)
            throws Exception {
        ROW.run(
                dialect + ", " + size + ", with a call that is replied to",
                strategy,
                Wire.PLAIN,
                Sizes.of(2_000, 200),
                run -> {
                    attack(run, call, (server, crowd) -> crowd.answered() == run.size());
                });
    }

    /** Calls with too many headers: each ends its connection. */
    @Test(dataProvider = "strategiesAndDialects", timeOut = LIMIT_MILLIS)
    public void thatAreTooManyAreRefused(Strategy strategy, RawDialect dialect) throws Exception {
        byte[] call = call(dialect, HeaderFrames.KEY_VALUES, TOO_MANY_PAIRS, SMALL);
        ROW.run(dialect + ", too many", strategy, Wire.PLAIN, Sizes.of(2_000, 200), run -> {
            attack(run, call, (server, crowd) -> crowd.closedByServer() >= run.size());
        });
    }

    /** Headers that apply to all later calls of a connection, none of which arrives. */
    @Test(dataProvider = "strategiesAndDialects", timeOut = LIMIT_MILLIS)
    public void thatPersistAreBounded(Strategy strategy, RawDialect dialect) throws Exception {
        byte[] call = call(dialect, HeaderFrames.PERSISTENT_KEY_VALUES, PERSISTENT_PAIRS, SMALL);
        ROW.run(dialect + ", persistent", strategy, Wire.PLAIN, Sizes.of(5_000, 500), run -> {
            attack(
                    run,
                    call,
                    (server, crowd) -> reached(run, server, LimitType.MAX_BUFFERED_BYTES) > 0
                            && crowd.answered() + crowd.closedByServer() >= run.size());
        });
    }

    private interface Condition {
        boolean holds(ServerChild server, Crowd crowd) throws IOException;
    }

    private static void attack(RowRun run, byte[] bytes, Condition condition) throws Exception {
        ServerChild server = run.server(run.options()
                .with(LimitOption.MAX_BUFFERED_BYTES, BUDGET)
                .with(LimitOption.FRAME_TIMEOUT_MILLIS, FRAME_TIMEOUT.toMillis()));
        Memory before = Memory.of(server);
        try (HealthyCalls healthy = HealthyCalls.begin(run, server);
                Crowd crowd = Crowd.start(server.port(), run.wire(), run.size(), Manner.prompt(bytes), Await.LONG)) {
            AtomicLong most = new AtomicLong();
            Await.that("all have sent what is taken", () -> {
                most.accumulateAndGet(server.state("bufferedBytes"), Math::max);
                return crowd.connected() == run.size() && condition.holds(server, crowd);
            });
            long more = Memory.of(server).bytes() - before.bytes();
            run.figure("most of the budget", Memory.megabytes(most.get()));
            run.figure("more in all", Memory.megabytes(more));
            run.require(most.get() <= BUDGET + SLACK, most + " bytes are held, maxBufferedBytes is " + BUDGET);
            run.require(
                    more < MOST_MORE,
                    "holds " + Memory.megabytes(more) + " more, must be less than " + Memory.megabytes(MOST_MORE));
            healthy.requireAnswered(run);
        }
        run.figure("closed for memory", reached(run, server, LimitType.MAX_BUFFERED_BYTES));
        run.requireNoStackTrace(server);
    }

    private static long reached(RowRun run, ServerChild server, LimitType limit) throws IOException {
        return server.reached(limit) - run.rest(server, limit.name());
    }
}
