package io.grizzlythrift.scorecard.load;

import io.grizzlythrift.limits.LimitType;
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
import io.grizzlythrift.test.Await;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import org.testng.annotations.Test;

/** More calls than the server can run for a while. */
public final class Row12OverloadTest extends RowTest {
    private static final Row ROW = new Row(
            12,
            "4 times the load it can serve",
            "replies + refusals = calls, no connection closed, goodput at least 80 % of the peak");
    private static final int TIMES = 4;
    private static final double LEAST_GOODPUT = Sizes.share(0.8, 0.1);
    private static final Duration PEAK_WINDOW = Duration.ofMillis(Sizes.of(10_000, 500));
    private static final Duration LOAD_WINDOW = Duration.ofMillis(Sizes.of(60_000, 1_000));
    private static final Duration END_WITHIN = Duration.ofSeconds(60);

    /**
     * Calls wait for a thread until their queue timeout, and then they are rejected. SameThread rejects no calls: they
     * wait, most of them unread, until their selector serves them. Its load is therefore shorter, because serving it
     * takes longer.
     */
    @Test(dataProvider = "strategies", timeOut = 2 * LIMIT_MILLIS)
    public void serverGoesOn(Strategy strategy) throws Exception {
        String variant = strategy == Strategy.SAME_THREAD ? "what is not read waits at the peer" : "";
        int queueMillis = Sizes.of(2_000, 300);
        overload(variant, strategy, options -> options.with(LimitOption.QUEUE_TIMEOUT_MILLIS, queueMillis));
    }

    /** With limits so small that some calls are rejected at once, and others after waiting. SameThread has no queue. */
    @Test(dataProvider = "strategiesWithAPool", timeOut = 2 * LIMIT_MILLIS)
    public void serverWithSmallLimitsGoesOn(Strategy strategy) throws Exception {
        overload(
                "small maxInFlight and queueTimeout",
                strategy,
                options -> options.with(LimitOption.MAX_IN_FLIGHT, 300)
                        .with(LimitOption.QUEUE_TIMEOUT_MILLIS, Sizes.of(200, 400)));
    }

    private interface Options {
        ServerOptions of(ServerOptions options);
    }

    private static void overload(String variant, Strategy strategy, Options options) throws Exception {
        ROW.run(variant, strategy, Wire.PLAIN, TIMES, run -> {
            ServerChild server = run.server(options.of(run.options().with("handler", Behaviour.COSTLY)));
            overload(run, server, strategy == Strategy.SAME_THREAD ? LOAD_WINDOW.dividedBy(TIMES) : LOAD_WINDOW);
            if (variant.startsWith("small")) {
                long refused = 0;
                for (LimitType limit : new LimitType[] {LimitType.MAX_IN_FLIGHT, LimitType.QUEUE_TIMEOUT}) {
                    long times = server.reached(limit) - run.rest(server, limit.name());
                    run.figure(limit.name(), times);
                    refused += times;
                    // Scaled down, on a loaded machine, one limit may always be reached before the other.
                    run.require(times > 0 || !Sizes.SOAK, limit + " was not reached");
                }
                run.require(refused > 0, "no limit was reached");
            }
        });
    }

    private static void overload(RowRun run, ServerChild server, Duration window) throws Exception {
        try (Overload overload = Overload.connect(server.port(), run.wire())) {
            double peak = overload.peak(PEAK_WINDOW);
            double goodput = overload.load(TIMES * peak, window);
            run.figure("peak", String.format(Locale.ROOT, "%.0f calls/s", peak));
            run.figure("goodput", String.format(Locale.ROOT, "%.0f calls/s, %.0f %%", goodput, 100 * goodput / peak));
            Await.holds(
                    END_WITHIN,
                    () -> overload.isAnswered() || !overload.problem().isEmpty());
            run.require(overload.problem().isEmpty(), "a connection ended: " + overload.problem());
            run.figure("calls", overload.calls());
            run.figure("refused", overload.refusals());
            run.requireEqual("replies and refusals", overload.results() + overload.refusals(), overload.calls());
            Map<String, Long> state = server.state();
            run.requireEqual("calls", state.get("calls") - run.rest(server, "calls"), overload.calls());
            run.requireEqual("refused", state.get("refused") - run.rest(server, "refused"), overload.refusals());
            run.require(
                    goodput >= LEAST_GOODPUT * peak, "goodput is " + goodput + " calls a second, the peak was " + peak);
        }
        run.requireNoStackTrace(server);
    }
}
