package io.grizzlythrift.scorecard.hostile;

import com.github.luben.zstd.Zstd;
import io.grizzlythrift.scorecard.peer.HeaderFrames;
import io.grizzlythrift.scorecard.peer.RawDialect;
import io.grizzlythrift.scorecard.row.HealthyCalls;
import io.grizzlythrift.scorecard.row.Row;
import io.grizzlythrift.scorecard.row.RowRun;
import io.grizzlythrift.scorecard.row.RowTest;
import io.grizzlythrift.scorecard.server.LimitOption;
import io.grizzlythrift.scorecard.server.ScorecardHandler.Behaviour;
import io.grizzlythrift.scorecard.server.ServerChild;
import io.grizzlythrift.scorecard.server.ServerOptions;
import io.grizzlythrift.scorecard.variant.Sizes;
import io.grizzlythrift.scorecard.variant.Strategy;
import io.grizzlythrift.scorecard.variant.Wire;
import java.io.ByteArrayOutputStream;
import java.lang.reflect.Method;
import java.time.Duration;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.zip.Deflater;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/** Connections that keep sending reads full of small compressed calls, which are served or rejected. */
public final class Row60CompressedReadsTest extends RowTest {
    private static final Row ROW = new Row(
            60,
            "reads of 60 KB full of compressed calls, over and over, served and rejected",
            "p99 of another connection's calls is within 500 ms, a shutdown of 2 s takes 3 s at most");

    private static final int CONNECTIONS = 3;
    private static final int CALLS = Sizes.of(1_000, 50);
    private static final int OUT_OF_ORDER_AT = 7;

    /** More than the places, so that stuck calls leave threads to others. */
    private static final int THREADS = 96;

    private static final int PLACES = 64;

    /** Of each connection; together fewer than the places, so that one is left for others. */
    private static final int STUCK = 20;

    private static final Duration LONGEST = Duration.ofMillis(500);
    private static final Duration GRACE = Duration.ofSeconds(2);
    private static final Duration STOPPED_WITHIN = Duration.ofSeconds(3);

    /** How the calls are compressed: the transforms of their frames. */
    private enum Compression {
        ZLIB(HeaderFrames.ZLIB),
        ZSTD(HeaderFrames.ZSTD),
        ZSTD_4_TIMES(HeaderFrames.ZSTD, HeaderFrames.ZSTD, HeaderFrames.ZSTD, HeaderFrames.ZSTD);

        private static final List<Compression> ALL = List.of(values());

        @SuppressWarnings("ImmutableEnumChecker") // never modified
        private final int[] transforms;

        Compression(int... transforms) {
            this.transforms = transforms;
        }

        byte[] echo(RawDialect dialect, int sequenceId) {
            byte[] payload = dialect.message(sequenceId, "text");
            for (int transform : transforms) {
                payload = transform == HeaderFrames.ZLIB ? deflated(payload) : Zstd.compress(payload);
            }
            return outOfOrder(HeaderFrames.transformed(dialect.protocolId(), payload, transforms));
        }

        private static byte[] deflated(byte[] bytes) {
            Deflater deflater = new Deflater();
            deflater.setInput(bytes);
            deflater.finish();
            byte[] compressed = new byte[bytes.length + 100];
            int length = deflater.deflate(compressed);
            deflater.end();
            return Arrays.copyOf(compressed, length);
        }
    }

    /** Sets the flag of a frame whose peer takes replies in any order: rejections must not wait for stuck calls. */
    private static byte[] outOfOrder(byte[] frame) {
        frame[OUT_OF_ORDER_AT] = 1;
        return frame;
    }

    @DataProvider
    static Iterator<Object[]> served(Method test) {
        return compressed(test, Strategy.ALL);
    }

    /** Without SameThread, on which a stuck call occupies its selector. */
    @DataProvider
    static Iterator<Object[]> rejected(Method test) {
        return compressed(test, Strategy.WITH_A_POOL);
    }

    private static Iterator<Object[]> compressed(Method test, List<Strategy> strategies) {
        return Sizes.tested(test, strategies).stream()
                .flatMap(strategy -> Sizes.tested(test, Compression.ALL).stream()
                        .map(compression -> new Object[] {strategy, wire(compression), compression}))
                .iterator();
    }

    private static Wire wire(Compression compression) {
        return compression == Compression.ZSTD ? Wire.TLS : Wire.PLAIN;
    }

    /** The method has its own threads, so that its calls must be found. */
    @Test(dataProvider = "served", timeOut = LIMIT_MILLIS)
    public void areServed(Strategy strategy, Wire wire, Compression compression) throws Exception {
        ROW.run("served, " + name(compression), strategy, wire, CONNECTIONS, run -> {
            RawDialect dialect = RawDialect.HEADER_BINARY;
            beside(
                    run,
                    run.options().with("own-threads", "echo"),
                    new byte[0],
                    ReadFlood.filledWith(compression.echo(dialect, 1)));
        });
    }

    @Test(dataProvider = "rejected", timeOut = LIMIT_MILLIS)
    public void areRejected(Strategy strategy, Wire wire, Compression compression) throws Exception {
        ROW.run("rejected, " + name(compression), strategy, wire, CONNECTIONS, run -> {
            RawDialect dialect = RawDialect.HEADER_BINARY;
            ByteArrayOutputStream stuck = new ByteArrayOutputStream();
            for (int id = 1; id <= STUCK; id++) {
                stuck.writeBytes(outOfOrder(dialect.echo(id, "text")));
            }
            ServerOptions options = run.options()
                    .with("handler", Behaviour.STUCK)
                    .with("threads", THREADS)
                    .with(LimitOption.MAX_IN_FLIGHT, PLACES);
            beside(run, options, stuck.toByteArray(), ReadFlood.filledWith(compression.echo(dialect, STUCK + 1)));
        });
    }

    private static String name(Compression compression) {
        return compression.name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }

    private static void beside(RowRun run, ServerOptions options, byte[] first, byte[] read) throws Exception {
        ServerChild server = run.server(options);
        try (ReadFlood flood = ReadFlood.begin(run, server, first, read)) {
            Duration p99 = HealthyCalls.p99(run.client(server, client -> client), CALLS);
            run.figure("reads", flood.reads());
            run.require(flood.reads() > 0, "nothing was read meanwhile");
            run.requireNoStackTrace(server);
            run.requireWithin("p99 of others", p99, LONGEST);
            server.drain(GRACE);
            run.requireWithin("shutdown", server.drained().took(), STOPPED_WITHIN);
        }
    }
}
