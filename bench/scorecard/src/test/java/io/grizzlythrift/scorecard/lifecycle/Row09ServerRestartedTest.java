package io.grizzlythrift.scorecard.lifecycle;

import io.grizzlythrift.bench.gen.BenchService;
import io.grizzlythrift.client.ThriftClient;
import io.grizzlythrift.scorecard.process.FreshClient;
import io.grizzlythrift.scorecard.row.Row;
import io.grizzlythrift.scorecard.row.RowRun;
import io.grizzlythrift.scorecard.row.RowTest;
import io.grizzlythrift.scorecard.server.ServerChild;
import io.grizzlythrift.scorecard.variant.Sizes;
import io.grizzlythrift.scorecard.variant.Strategy;
import io.grizzlythrift.scorecard.variant.Wire;
import io.grizzlythrift.test.Await;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.apache.thrift.TException;
import org.testng.annotations.Test;

/** Callers that continue while their server is down. */
public final class Row09ServerRestartedTest extends RowTest {
    private static final Row ROW = new Row(9, "server restarted", "first success within 1 s, no connect storm");
    private static final int CALLERS = 16;
    private static final int CONNECTIONS = 4;
    private static final Duration FIRST_SUCCESS_WITHIN = Duration.ofSeconds(1);
    private static final Duration DOWN = Duration.ofMillis(Sizes.of(5_000, 300));
    private static final Duration INITIAL_BACKOFF = Duration.ofMillis(20);
    private static final Duration MAX_BACKOFF = Duration.ofMillis(800);

    /** One attempt for each doubling of the backoff up to its maximum, and some at the start and the end. */
    private static final int ATTEMPTS_UP_TO_MAX_BACKOFF = 12;

    @Test(dataProvider = "strategies", timeOut = LIMIT_MILLIS)
    public void callersComeBack(Strategy strategy) throws Exception {
        ROW.run("", strategy, Wire.PLAIN, CALLERS, Row09ServerRestartedTest::restart);
    }

    private static void restart(RowRun run) throws Exception {
        ServerChild first = run.server(run.options());
        ThriftClient client = run.client(
                first,
                options -> options.connectionsPerEndpoint(CONNECTIONS).reconnectBackoff(INITIAL_BACKOFF, MAX_BACKOFF));
        AtomicBoolean stop = new AtomicBoolean();
        AtomicLong lastSuccess = new AtomicLong();
        AtomicLong failures = new AtomicLong();
        List<Thread> callers = new ArrayList<>();
        try {
            for (int i = 0; i < run.size(); i++) {
                callers.add(new Thread(() -> callUntil(stop, client, lastSuccess, failures), "row-caller-" + i));
            }
            callers.forEach(Thread::start);
            Await.that("calls succeed", () -> lastSuccess.get() != 0);
            long begin = System.nanoTime();
            first.kill();
            Await.that("calls fail", () -> failures.get() >= CALLERS);
            long attempts = client.counters().connectAttempts();
            Await.that("the server was away", () -> System.nanoTime() - begin > DOWN.toNanos());
            // Not run.server, which makes warm-up calls, because the client could connect during these.
            ServerChild second = ServerChild.start(run.options().with("port", first.port()));
            try {
                long listens = System.nanoTime();
                long away = TimeUnit.NANOSECONDS.toMillis(listens - begin);
                Await.that("calls succeed again", () -> lastSuccess.get() - listens > 0);
                run.figure("away", Duration.ofMillis(away));
                run.requireWithin("first success", Duration.ofNanos(lastSuccess.get() - listens), FIRST_SUCCESS_WITHIN);
                long made = client.counters().connectAttempts() - attempts;
                long most = ATTEMPTS_UP_TO_MAX_BACKOFF + away / (MAX_BACKOFF.toMillis() / 2);
                run.figure("attempts to connect", made + " of at most " + most);
                run.figure("calls failed", failures.get());
                run.require(made <= most, made + " attempts to connect in " + away + " ms, must be at most " + most);
                long accepted = second.state("accepted");
                run.require(accepted <= CONNECTIONS, accepted + " connections, must be at most " + CONNECTIONS);
                Duration answered = FreshClient.firstAnswer(second.port(), run.wire());
                run.requireWithin("fresh client", answered, FIRST_SUCCESS_WITHIN);
                stop.set(true);
                for (Thread caller : callers) {
                    caller.join();
                }
                client.close();
                Await.that("the new server has no connection", () -> second.state("open") == 0);
                run.requireEqual("stack traces", second.state("stackTraces"), 0);
            } finally {
                second.close();
            }
        } finally {
            stop.set(true);
        }
    }

    /** One call after the other, with hardly a pause. */
    private static void callUntil(
            AtomicBoolean stop, ThriftClient client, AtomicLong lastSuccess, AtomicLong failures) {
        BenchService.Iface service = client.stub(BenchService.Iface.class);
        while (!stop.get()) {
            try {
                service.add(40, 2);
                lastSuccess.set(System.nanoTime());
            } catch (TException failed) {
                failures.incrementAndGet();
            }
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(1));
        }
    }
}
