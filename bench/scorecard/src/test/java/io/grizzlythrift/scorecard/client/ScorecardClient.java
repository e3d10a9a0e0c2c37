package io.grizzlythrift.scorecard.client;

import io.grizzlythrift.bench.gen.BenchService;
import io.grizzlythrift.bench.memory.LiveHeap;
import io.grizzlythrift.bench.process.ChildRequests;
import io.grizzlythrift.client.ThriftClient;
import io.grizzlythrift.client.call.FailureCause;
import io.grizzlythrift.client.config.CallOptions;
import io.grizzlythrift.client.metrics.ClientCounters;
import io.grizzlythrift.scorecard.process.FreshClient;
import io.grizzlythrift.scorecard.process.LogCounter;
import io.grizzlythrift.scorecard.process.Outage;
import io.grizzlythrift.scorecard.process.ProcessFigures;
import io.grizzlythrift.scorecard.row.CountedCalls;
import io.grizzlythrift.scorecard.variant.Wire;
import io.grizzlythrift.test.Await;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.thrift.TException;

/** Clients in a separate process, where their memory is measured; see {@link ClientChild}. */
final class ScorecardClient {
    private static final int THREADS = 4;
    private static final Duration SOON = Duration.ofMillis(300);
    static final int CALLS_AFTERWARDS = 20;
    private static final int CALL_BYTES = 1_000;

    private final int port;
    private final Wire wire;
    private final ThriftClient client;
    private final GivenUpCalls givenUp;
    private final LargeCalls large;
    private final ClientOutageLoad load;
    private final AtomicLong connections = new AtomicLong();

    private ScorecardClient(int port, Wire wire) {
        this.port = port;
        this.wire = wire;
        client = FreshClient.of(port, wire).connectionsPerEndpoint(1).build();
        givenUp = new GivenUpCalls(client);
        large = new LargeCalls(client);
        load = new ClientOutageLoad(client);
    }

    /** Takes the port of the server and its transport. */
    public static void main(String[] args) {
        LogCounter log = LogCounter.install();
        ProcessFigures process = new ProcessFigures(log);
        ScorecardClient running = new ScorecardClient(Integer.parseInt(args[0]), Wire.valueOf(args[1]));
        new ChildRequests()
                .on("run", (arguments, figures) -> figures.put("calls", running.run(Long.parseLong(arguments.get(0)))))
                .on(
                        "begin-large",
                        (arguments, figures) -> running.large.begin(number(arguments, 0), number(arguments, 1)))
                .on("end-large", (arguments, figures) -> running.large.end(figures))
                .on(
                        "succeeding",
                        (arguments, figures) -> figures.put(
                                "results", running.large.succeeding(number(arguments, 0), number(arguments, 1))))
                .on("begin-load", (arguments, figures) -> running.load.begin())
                .on("load-results", (arguments, figures) -> figures.put("results", running.load.results()))
                .on("end-load", (arguments, figures) -> running.load.end(figures))
                .on("fill-heap", (arguments, figures) -> Outage.ofHeap(millis(arguments, 0)))
                .on(
                        "open-without-direct-memory",
                        (arguments, figures) -> running.openWithoutDirectMemory(millis(arguments, 0), figures))
                .on(
                        "time-out",
                        (arguments, figures) -> figures.put(
                                "longestNanos",
                                running.untilTimedOut(number(arguments, 0), millis(arguments, 1))
                                        .toNanos()))
                .on("state", (arguments, figures) -> {
                    running.state(figures);
                    process.tell(figures);
                })
                .on("heap", (arguments, figures) -> figures.put("bytes", LiveHeap.settledBytes()))
                .serve(Map.of());
    }

    /** Makes calls; fails unless each ends once, at its deadline. */
    private Duration untilTimedOut(int count, Duration timeout) throws Exception {
        BenchService.AsyncIface service =
                client.stub(BenchService.AsyncIface.class, CallOptions.create().withTimeout(timeout));
        CountedCalls calls = new CountedCalls(count);
        for (int i = 0; i < count; i++) {
            service.echo("silent", calls.begin(i, "silent"));
        }
        calls.awaitAll(Await.LONG);
        calls.requireOnce();
        if (!calls.outcomes().equals(Map.of(FailureCause.TIMED_OUT.name(), count))) {
            throw new IllegalStateException("calls ended: " + calls.outcomes());
        }
        return calls.longest();
    }

    /** Creates a client that calls while there is no direct memory, and continues when there is memory again. */
    private void openWithoutDirectMemory(Duration outage, Map<String, Long> figures) throws Exception {
        CountDownLatch full = new CountDownLatch(1);
        CompletableFuture<Void> over = CompletableFuture.runAsync(() -> Outage.ofDirectMemory(outage, full::countDown));
        full.await();
        try (ThriftClient opening =
                FreshClient.of(port, wire).connectionsPerEndpoint(1).build()) {
            BenchService.Iface soon =
                    opening.stub(BenchService.Iface.class, CallOptions.create().withTimeout(SOON));
            long failures = 0;
            while (!over.isDone()) {
                failures += succeeds(soon) ? 0 : 1;
            }
            over.get();
            Await.that("a call succeeds afterwards", () -> succeeds(soon));
            figures.put("failures", failures);
            figures.put("results", new LargeCalls(opening).succeeding(CALLS_AFTERWARDS, CALL_BYTES));
            figures.put("attempts", opening.counters().connectAttempts());
        }
    }

    private static boolean succeeds(BenchService.Iface service) {
        try {
            service.ping();
            return true;
        } catch (TException e) {
            return false;
        }
    }

    private static Duration millis(List<String> arguments, int index) {
        return Duration.ofMillis(number(arguments, index));
    }

    private static int number(List<String> arguments, int index) {
        return Integer.parseInt(arguments.get(index));
    }

    /** Makes calls on several threads, while this library's client abandons calls. Returns the number of calls. */
    private long run(long calls) throws Exception {
        long before = client.counters().calls();
        long blocks = Math.max(1, calls / THREADS / FaultyLoad.BLOCK);
        ExecutorService threads = Executors.newFixedThreadPool(THREADS);
        try {
            List<Future<?>> all = new ArrayList<>();
            for (int i = 0; i < THREADS; i++) {
                all.add(threads.submit(() -> {
                    new FaultyLoad(port, wire, connections).run(blocks);
                    return null;
                }));
            }
            do {
                givenUp.round();
            } while (!all.stream().allMatch(Future::isDone));
            for (Future<?> one : all) {
                one.get();
            }
        } finally {
            threads.shutdownNow();
        }
        return blocks * THREADS * FaultyLoad.BLOCK + client.counters().calls() - before;
    }

    private void state(Map<String, Long> figures) {
        ClientCounters counters = client.counters();
        figures.put("inFlight", counters.inFlight());
        figures.put("timedOut", counters.timedOut());
        figures.put("cancelled", counters.failed(FailureCause.CANCELLED));
        figures.put("failed", counters.failed());
        figures.put("lateReplies", counters.lateReplies());
        figures.put("unknownReplies", counters.unknownReplies());
        figures.put("queuedBytes", counters.queuedBytes());
        figures.put("keptBytes", counters.keptBytes());
        figures.put("callsNotKept", counters.callsNotKept());
        figures.put("queuedBytesRejections", counters.queuedBytesRejections());
        figures.put("maxQueuedBytes", client.config().maxQueuedBytes());
        figures.put("callbackErrors", counters.callbackErrors());
        figures.put("connectionFaults", connections.get());
    }
}
