package io.grizzlythrift.scorecard;

import io.grizzlythrift.bench.memory.LiveHeap;
import io.grizzlythrift.client.ClientCounters;
import io.grizzlythrift.client.FailureCause;
import io.grizzlythrift.client.ThriftClient;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;

/** Clients in a process of their own, where their memory is counted; see {@link ClientChild}. */
final class ScorecardClient {
    private static final int THREADS = 4;

    private final int port;
    private final Wire wire;
    private final ThriftClient client;
    private final GivenUpCalls givenUp;
    private final AtomicLong connections = new AtomicLong();

    private ScorecardClient(int port, Wire wire) {
        this.port = port;
        this.wire = wire;
        client = FreshClient.of(port, wire).connectionsPerEndpoint(1).build();
        givenUp = new GivenUpCalls(client);
    }

    /** Takes the port of the server and what it speaks. */
    public static void main(String[] args) {
        LogCounter log = LogCounter.install();
        ProcessFigures process = new ProcessFigures(log);
        ScorecardClient running = new ScorecardClient(Integer.parseInt(args[0]), Wire.valueOf(args[1]));
        new ChildRequests()
                .on("run", (arguments, figures) -> figures.put("calls", running.run(Long.parseLong(arguments.get(0)))))
                .on("state", (arguments, figures) -> {
                    running.state(figures);
                    process.tell(figures);
                })
                .on("heap", (arguments, figures) -> figures.put("bytes", LiveHeap.settledBytes()))
                .serve(Map.of());
    }

    /** Calls on several threads, while our own client gives calls up beside them. Returns the calls made. */
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
        figures.put("connectionFaults", connections.get());
    }
}
