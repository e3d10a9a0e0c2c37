package io.grizzlythrift.bench.chaos.child;

import io.grizzlythrift.bench.gen.FleetService;
import io.grizzlythrift.bench.gen.Served;
import io.grizzlythrift.bench.load.plan.Pacer;
import io.grizzlythrift.bench.load.plan.Schedule;
import io.grizzlythrift.bench.process.ChildRequests;
import io.grizzlythrift.bench.results.ResultFiles;
import io.grizzlythrift.client.ThriftClient;
import io.grizzlythrift.client.ThriftClientBuilder;
import io.grizzlythrift.client.balance.Balancer;
import io.grizzlythrift.client.config.HedgePolicy;
import io.grizzlythrift.client.config.RetryPolicy;
import io.grizzlythrift.client.discovery.ZooKeeperResolver;
import io.grizzlythrift.client.metrics.ClientCounters;
import io.grizzlythrift.message.ThriftProtocol;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.apache.thrift.TException;
import org.apache.thrift.async.AsyncMethodCallback;

/**
 * One client of the fleet. It starts calls at a steady rate, independent of their outcome. Its process ends when its
 * standard input ends.
 */
public final class FleetClient {
    /** Every fifth call is a write. */
    private static final int CALLS_PER_WRITE = 5;

    private static final int ID_BITS = 40;
    private static final double HEDGED_PERCENTILE = 95;
    private static final Duration CALL_TIMEOUT = Duration.ofSeconds(2);
    /** Also bounds the time that the client waits for ZooKeeper at its start. */
    private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(5);

    private static final Duration LAST_CALLS = Duration.ofSeconds(20);
    private static final long POLL_MILLIS = 10;

    private final long firstId;
    private final ThriftClient client;
    private final FleetService.AsyncIface service;
    private final CallLog log;
    private final AtomicLong inFlight = new AtomicLong();
    private final Schedule schedule;
    private final Pacer pacer;

    private FleetClient(int number, long startMillis, int servers, String zooKeeper, ClientOptions options) {
        firstId = (long) number << ID_BITS;
        ThriftClientBuilder builder = ThriftClient.builder()
                .name("fleet-client-" + number)
                .protocol(ThriftProtocol.COMPACT)
                .resolver(ZooKeeperResolver.of(
                        ZooKeeperSession.start(zooKeeper), ZooKeeperSession.BASE_PATH, ZooKeeperSession.SERVICE))
                .connectionsPerEndpoint(1)
                .callTimeout(CALL_TIMEOUT)
                .connectTimeout(CONNECT_TIMEOUT)
                .retries(RetryPolicy.create().withIdempotentMethods("read"));
        if (options.hedging()) {
            builder.hedging(HedgePolicy.afterPercentile(HEDGED_PERCENTILE));
        }
        if (options.balancing() == ClientOptions.Balancing.ROUND_ROBIN) {
            builder.balancer(Balancer.roundRobin());
        }
        client = builder.build();
        service = client.stub(FleetService.AsyncIface.class);
        log = new CallLog(this::counters, System::currentTimeMillis, startMillis, servers, Throwable::printStackTrace);
        schedule = Schedule.ofRate(options.callsPerSecond(), System.nanoTime());
        pacer = new Pacer("fleet-calls", schedule, this::call);
    }

    /**
     * Returns the arguments that start a client.
     *
     * @param number its number, from 1
     * @param startMillis when the run started, as a time of day in milliseconds
     * @param report the file for its report
     * @param servers the highest number of a server
     * @param zooKeeper addresses of ZooKeeper
     * @param options rate, balancing and hedging
     * @return arguments of the main method
     */
    public static List<String> arguments(
            int number, long startMillis, Path report, int servers, String zooKeeper, ClientOptions options) {
        List<String> arguments = new ArrayList<>(List.of(
                Integer.toString(number),
                Long.toString(startMillis),
                report.toString(),
                Integer.toString(servers),
                zooKeeper));
        arguments.addAll(options.words());
        return arguments;
    }

    /**
     * Starts the client.
     *
     * @param args as returned by {@link #arguments}
     */
    public static void main(String[] args) {
        Logger.getLogger("").setLevel(Level.WARNING);
        List<String> words = List.of(args);
        FleetClient running = new FleetClient(
                Integer.parseInt(words.get(0)),
                Long.parseLong(words.get(1)),
                Integer.parseInt(words.get(3)),
                words.get(4),
                ClientOptions.of(words.subList(5, words.size())));
        running.pacer.start();
        new ChildRequests()
                .on("next-phase", (arguments, figures) -> running.log.nextPhase())
                .on("finish", (arguments, figures) -> running.finish(Path.of(words.get(2))))
                .serve(Map.of());
    }

    private void call(long first, long end) {
        for (long call = first; call < end; call++) {
            boolean write = call % CALLS_PER_WRITE == 0;
            long id = firstId + call;
            CallLog.Call logged = log.begin(id, write, schedule.due(call));
            inFlight.incrementAndGet();
            begin(id, write, new Ending(logged));
        }
    }

    /** Records the end of a call. */
    private final class Ending implements AsyncMethodCallback<Served> {
        private final CallLog.Call call;

        Ending(CallLog.Call call) {
            this.call = call;
        }

        @Override
        public void onComplete(Served reply) {
            end(reply, null);
        }

        @Override
        public void onError(Exception failure) {
            end(null, failure);
        }

        private void end(Served reply, Exception failure) {
            call.ended(reply, failure, System.nanoTime());
            inFlight.decrementAndGet();
        }
    }

    private void begin(long id, boolean write, Ending ending) {
        try {
            if (write) {
                service.write(id, ending);
            } else {
                service.read(id, ending);
            }
        } catch (TException e) {
            ending.onError(e);
        }
    }

    private Map<String, Long> counters() {
        ClientCounters now = client.counters();
        Map<String, Long> figures = new LinkedHashMap<>();
        figures.put("retries", now.retries());
        figures.put("retries over budget", now.retriesOverBudget());
        figures.put("hedges", now.hedges());
        figures.put("hedges won", now.hedgesWon());
        figures.put("attempts", now.calls());
        figures.put("resolutions", now.resolutions());
        figures.put("resolutions failed", now.failedResolutions());
        figures.put("resolutions empty", now.emptyResolutions());
        figures.put("attempts to connect", now.connectAttempts());
        return figures;
    }

    /** Ends the load, waits for the calls in flight, and writes the report. */
    private void finish(Path file) throws IOException, InterruptedException {
        pacer.stop();
        long deadline = System.nanoTime() + LAST_CALLS.toNanos();
        while (inFlight.get() > 0) {
            if (System.nanoTime() - deadline > 0) {
                throw new IllegalStateException(inFlight.get() + " calls have not ended");
            }
            Thread.sleep(POLL_MILLIS);
        }
        ResultFiles.write(file, log.report());
        client.close();
    }
}
