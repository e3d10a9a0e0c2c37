package io.grizzlythrift.bench.chaos.child;

import io.grizzlythrift.bench.gen.FleetService;
import io.grizzlythrift.bench.gen.Served;
import io.grizzlythrift.bench.load.plan.Pacer;
import io.grizzlythrift.bench.load.plan.Schedule;
import io.grizzlythrift.bench.process.ChildRequests;
import io.grizzlythrift.bench.results.ResultFiles;
import io.grizzlythrift.client.ThriftClient;
import io.grizzlythrift.client.ThriftClientBuilder;
import io.grizzlythrift.client.metrics.ClientCounters;
import io.grizzlythrift.message.ThriftProtocol;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.apache.thrift.TException;

/** One client of the fleet: begins calls at a steady rate, whatever becomes of them. Ends when its input does. */
public final class FleetClient {
    /** Every call of that number is a write. */
    private static final int CALLS_PER_WRITE = 5;

    private static final int ID_BITS = 40;
    private static final Duration CALL_TIMEOUT = Duration.ofSeconds(2);
    private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(1);
    private static final Duration LAST_CALLS = Duration.ofSeconds(20);
    private static final long POLL_MILLIS = 10;

    private final long firstId;
    private final ThriftClient client;
    private final FleetService.FutureIface service;
    private final CallLog log;
    private final AtomicLong inFlight = new AtomicLong();
    private final Schedule schedule;
    private final Pacer pacer;

    private FleetClient(int number, double callsPerSecond, long startMillis, List<String> endpoints) {
        firstId = (long) number << ID_BITS;
        ThriftClientBuilder builder = ThriftClient.builder()
                .name("fleet-client-" + number)
                .protocol(ThriftProtocol.COMPACT)
                .connectionsPerEndpoint(1)
                .callTimeout(CALL_TIMEOUT)
                .connectTimeout(CONNECT_TIMEOUT)
                .retryWhatNeverRan(3);
        for (String endpoint : endpoints) {
            int colon = endpoint.lastIndexOf(':');
            builder.endpoint(endpoint.substring(0, colon), Integer.parseInt(endpoint.substring(colon + 1)));
        }
        client = builder.build();
        service = client.stub(FleetService.FutureIface.class);
        log = new CallLog(
                this::counters, System::currentTimeMillis, startMillis, endpoints.size(), Throwable::printStackTrace);
        schedule = Schedule.ofRate(callsPerSecond, System.nanoTime());
        pacer = new Pacer("fleet-calls", schedule, this::call);
    }

    /**
     * Starts it.
     *
     * @param args its number, its calls per second, when the run began in milliseconds of the time of day, the file for
     *     its report, the servers
     */
    public static void main(String[] args) {
        Logger.getLogger("").setLevel(Level.WARNING);
        List<String> words = List.of(args);
        FleetClient running = new FleetClient(
                Integer.parseInt(words.get(0)),
                Double.parseDouble(words.get(1)),
                Long.parseLong(words.get(2)),
                words.subList(4, words.size()));
        running.pacer.start();
        new ChildRequests()
                .on("next-phase", (arguments, figures) -> running.log.nextPhase())
                .on("finish", (arguments, figures) -> running.finish(Path.of(words.get(3))))
                .serve(Map.of());
    }

    private void call(long first, long end) {
        for (long call = first; call < end; call++) {
            boolean write = call % CALLS_PER_WRITE == 0;
            long id = firstId + call;
            CallLog.Call logged = log.begin(id, write, schedule.due(call));
            inFlight.incrementAndGet();
            begin(id, write).whenComplete((reply, failure) -> {
                logged.ended(reply, failure, System.nanoTime());
                inFlight.decrementAndGet();
            });
        }
    }

    private CompletableFuture<Served> begin(long id, boolean write) {
        try {
            return write ? service.write(id) : service.read(id);
        } catch (TException e) {
            return CompletableFuture.failedFuture(e);
        }
    }

    private Map<String, Long> counters() {
        ClientCounters now = client.counters();
        Map<String, Long> figures = new LinkedHashMap<>();
        figures.put("retries", now.retries());
        figures.put("reconnects", now.reconnects());
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
