package io.grizzlythrift.scorecard.memory;

import io.grizzlythrift.limits.LimitType;
import io.grizzlythrift.limits.ServerLimits;
import io.grizzlythrift.scorecard.peer.Crowd;
import io.grizzlythrift.scorecard.peer.Crowd.Manner;
import io.grizzlythrift.scorecard.peer.Frames;
import io.grizzlythrift.scorecard.peer.Peer;
import io.grizzlythrift.scorecard.row.HealthyCalls;
import io.grizzlythrift.scorecard.row.Row;
import io.grizzlythrift.scorecard.row.RowRun;
import io.grizzlythrift.scorecard.row.RowTest;
import io.grizzlythrift.scorecard.server.LimitOption;
import io.grizzlythrift.scorecard.server.Memory;
import io.grizzlythrift.scorecard.server.ScorecardHandler;
import io.grizzlythrift.scorecard.server.ScorecardHandler.Behaviour;
import io.grizzlythrift.scorecard.server.ServerChild;
import io.grizzlythrift.scorecard.variant.Sizes;
import io.grizzlythrift.scorecard.variant.Strategy;
import io.grizzlythrift.scorecard.variant.Wire;
import io.grizzlythrift.test.Await;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.lang.reflect.Method;
import java.time.Duration;
import java.util.Iterator;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/** A client that keeps calling, and does not read the replies. */
public final class Row04DeafReaderTest extends RowTest {
    private static final Row ROW =
            new Row(4, "a reader that stops, pipelined calls", "memory at most the cap + 10 %, terminated within 5 s");
    private static final int WRITE_TIMEOUT_MILLIS = Sizes.of(4_000, 1_000);
    private static final Set<LimitType> PAUSES =
            Set.of(LimitType.WRITE_BUFFER_HIGH_WATER_MARK, LimitType.MAX_IN_FLIGHT_PER_CONNECTION);

    /** With many threads, replies may exceed the write-buffer limit before the write timeout expires. */
    private static final Set<LimitType> ENDS = Set.of(LimitType.WRITE_TIMEOUT, LimitType.MAX_WRITE_BUFFER_BYTES);

    private static final int SMALLER_CHARS = 1_000;
    private static final int HELD_CAP = 8 << 20;

    /** The large replies of this number of calls take less than the cap; those of twice this number exceed it. */
    private static final int HELD_CALLS = 700;

    private static final Duration BETWEEN_HEALTHY_CALLS = Duration.ofMillis(5);

    @DataProvider
    static Iterator<Object[]> strategiesAndSizes(Method test) {
        return Sizes.tested(test, Strategy.ALL).stream()
                .flatMap(strategy -> Stream.of(SMALLER_CHARS, ScorecardHandler.LARGEST_CHARS)
                        .map(chars -> new Object[] {strategy, chars}))
                .iterator();
    }

    /** With the largest replies, all calls that may be in flight together exceed the cap. */
    @Test(dataProvider = "strategiesAndSizes", timeOut = LIMIT_MILLIS)
    public void isTerminated(Strategy strategy, int chars) throws Exception {
        ROW.run(
                "replies of " + chars + " bytes",
                strategy,
                Wire.PLAIN,
                Sizes.of(100_000, 20_000),
                run -> stop(run, chars));
    }

    /** SameThread runs no call after a stuck one. */
    @Test(dataProvider = "strategiesWithAPool", timeOut = LIMIT_MILLIS)
    public void isTerminatedForHeldReplies(Strategy strategy) throws Exception {
        ROW.run("replies wait for a stuck call", strategy, Wire.PLAIN, HELD_CALLS, Row04DeafReaderTest::hold);
    }

    private static void stop(RowRun run, int chars) throws Exception {
        ServerChild server = run.server(run.options()
                .with("handler", Behaviour.LARGE)
                .with(LimitOption.WRITE_TIMEOUT_MILLIS, WRITE_TIMEOUT_MILLIS));
        Memory before = Memory.of(server);
        try (HealthyCalls others = HealthyCalls.begin(run.client(server, options -> options), BETWEEN_HEALTHY_CALLS)) {
            long begin = System.nanoTime();
            try (Crowd deaf =
                    Crowd.start(server.port(), run.wire(), 1, Manner.deaf(calls(1, run.size(), chars)), Await.LONG)) {
                Await.that("replies wait", () -> more(run, server, PAUSES) + more(run, server, ENDS) > 0);
                requireBounded(run, before, Memory.of(server), ServerLimits.DEFAULT_MAX_WRITE_BUFFER_BYTES);
                run.figure("calls read", server.state("calls") - run.rest(server, "calls"));
                Await.that("it is terminated", () -> more(run, server, ENDS) > 0);
                run.requireWithin(
                        "terminated",
                        Duration.ofNanos(System.nanoTime() - begin),
                        Duration.ofMillis(WRITE_TIMEOUT_MILLIS + 1_000));
                run.figure("pauses of reading", more(run, server, PAUSES));
                run.figure("ends for unsent bytes", more(run, server, Set.of(LimitType.MAX_WRITE_BUFFER_BYTES)));
                run.requireEqual("ends", more(run, server, ENDS), 1);
                run.requireEqual("connections", deaf.connected(), 1);
            }
            others.requireAnswered(run);
        }
        run.requireNoStackTrace(server);
    }

    private static void hold(RowRun run) throws Exception {
        ServerChild server = run.server(run.options()
                .with("handler", Behaviour.LARGE)
                .with(LimitOption.WRITE_BUFFER_HIGH_WATER_MARK, HELD_CAP)
                .with(LimitOption.MAX_WRITE_BUFFER_BYTES, HELD_CAP));
        Memory before = Memory.of(server);
        try (HealthyCalls others = HealthyCalls.begin(run.client(server, options -> options), BETWEEN_HEALTHY_CALLS);
                Peer peer = Peer.connect(server.port(), run.wire())) {
            peer.send(Frames.echo(0, ScorecardHandler.WAITS));
            Await.that("one is stuck", () -> server.state("running") == 1);
            long calls = server.state("calls");
            peer.send(calls(1, run.size(), ScorecardHandler.LARGEST_CHARS));
            Await.that("the others have run", () -> {
                var state = server.state();
                return state.get("calls") >= calls + run.size() && state.get("running") == 1;
            });
            requireBounded(run, before, Memory.of(server), HELD_CAP);
            run.requireEqual("ends below the cap", more(run, server, ENDS), 0);
            long begin = System.nanoTime();
            peer.send(calls(1 + run.size(), run.size(), ScorecardHandler.LARGEST_CHARS));
            Await.that("it is terminated", () -> more(run, server, Set.of(LimitType.MAX_WRITE_BUFFER_BYTES)) == 1);
            peer.untilClosed();
            run.requireWithin("terminated", Duration.ofNanos(System.nanoTime() - begin), Duration.ofSeconds(5));
            others.requireAnswered(run);
        } finally {
            server.release();
        }
        run.requireNoStackTrace(server);
    }

    /** Returns how often these limits were reached since the server was at rest. */
    private static long more(RowRun run, ServerChild server, Set<LimitType> limits) throws IOException {
        Map<String, Long> state = server.state();
        return limits.stream()
                .mapToLong(limit -> state.get(limit.name()) - run.rest(server, limit.name()))
                .sum();
    }

    private static void requireBounded(RowRun run, Memory before, Memory now, long cap) {
        long more = now.bytes() - before.bytes();
        run.figure("more", Memory.megabytes(more));
        run.require(
                more <= cap + cap / 10,
                "holds " + Memory.megabytes(more) + " more, the cap is " + Memory.megabytes(cap));
    }

    private static byte[] calls(int first, int count, int chars) {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        for (int i = 0; i < count; i++) {
            all.writeBytes(Frames.echo(first + i, Integer.toString(chars)));
        }
        return all.toByteArray();
    }
}
