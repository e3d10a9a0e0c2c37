package io.grizzlythrift.scorecard.hostile;

import io.grizzlythrift.scorecard.peer.RawDialect;
import io.grizzlythrift.scorecard.row.HealthyCalls;
import io.grizzlythrift.scorecard.row.Row;
import io.grizzlythrift.scorecard.row.RowRun;
import io.grizzlythrift.scorecard.row.RowTest;
import io.grizzlythrift.scorecard.server.LimitOption;
import io.grizzlythrift.scorecard.server.ScorecardHandler.Behaviour;
import io.grizzlythrift.scorecard.server.ServerChild;
import io.grizzlythrift.scorecard.variant.Sizes;
import io.grizzlythrift.scorecard.variant.Strategy;
import io.grizzlythrift.scorecard.variant.Wire;
import java.io.ByteArrayOutputStream;
import java.lang.reflect.Method;
import java.time.Duration;
import java.util.Iterator;
import java.util.stream.Stream;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/** Connections that keep sending reads full of small calls, all of which are rejected. */
public final class Row61RejectedReadsTest extends RowTest {
    private static final Row ROW = new Row(
            61,
            "reads of 60 KB full of calls over maxInFlight, over and over",
            "a read costs 2 ms of CPU time at most, p99 of another connection's calls is within 200 ms");

    private static final int CONNECTIONS = 3;
    private static final int CALLS = Sizes.of(1_000, 50);
    private static final int THREADS = 96;
    private static final int PLACES = 64;

    /** Of each connection; together fewer than the places, so that one is left for others. */
    private static final int STUCK = 20;

    private static final Duration LONGEST = Duration.ofMillis(200);
    private static final Duration MOST_PER_READ = Duration.ofMillis(2);

    /** Without SameThread, on which a stuck call occupies its selector. */
    @DataProvider
    static Iterator<Object[]> strategiesAndDialects(Method test) {
        return Sizes.tested(test, Strategy.WITH_A_POOL).stream()
                .flatMap(strategy -> Stream.of(RawDialect.FRAMED, RawDialect.UNFRAMED_BINARY)
                        .map(dialect -> new Object[] {strategy, dialect}))
                .iterator();
    }

    @Test(dataProvider = "strategiesAndDialects", timeOut = LIMIT_MILLIS)
    public void areCheap(Strategy strategy, RawDialect dialect) throws Exception {
        ROW.run(dialect.toString(), strategy, Wire.PLAIN, CONNECTIONS, run -> reject(run, dialect));
    }

    private static void reject(RowRun run, RawDialect dialect) throws Exception {
        ServerChild server = run.server(run.options()
                .with("handler", Behaviour.STUCK)
                .with("order", "AS_COMPLETED")
                .with("threads", THREADS)
                .with(LimitOption.MAX_IN_FLIGHT, PLACES));
        ByteArrayOutputStream stuck = new ByteArrayOutputStream();
        for (int id = 1; id <= STUCK; id++) {
            stuck.writeBytes(dialect.echo(id, "text"));
        }
        byte[] read = ReadFlood.filledWith(dialect.echo(STUCK + 1, "text"));
        try (ReadFlood flood = ReadFlood.begin(run, server, stuck.toByteArray(), read)) {
            HealthyCalls.p99(run.client(server, client -> client), CALLS); // compiles the code that is measured
            long cpuBefore = server.effort().get("serverCpuNanos");
            long readsBefore = flood.reads();
            Duration p99 = HealthyCalls.p99(run.client(server, client -> client), CALLS);
            long reads = Math.max(1, flood.reads() - readsBefore);
            Duration cpu = Duration.ofNanos((server.effort().get("serverCpuNanos") - cpuBefore) / reads);
            run.figure("reads", reads);
            run.requireWithin("CPU time of a read", cpu, MOST_PER_READ);
            run.requireWithin("p99 of others", p99, LONGEST);
            run.require(server.state("refused") > run.rest(server, "refused"), "no call was rejected");
        }
        server.release();
        run.requireNoStackTrace(server);
    }
}
