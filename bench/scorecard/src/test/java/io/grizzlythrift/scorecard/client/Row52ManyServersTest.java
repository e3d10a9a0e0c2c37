package io.grizzlythrift.scorecard.client;

import io.grizzlythrift.bench.gen.BenchService;
import io.grizzlythrift.client.ThriftClient;
import io.grizzlythrift.client.discovery.FixedResolver;
import io.grizzlythrift.client.metrics.EndpointMetrics;
import io.grizzlythrift.discovery.EndpointAddress;
import io.grizzlythrift.message.ThriftProtocol;
import io.grizzlythrift.scorecard.row.Row;
import io.grizzlythrift.scorecard.row.RowRun;
import io.grizzlythrift.scorecard.row.RowTest;
import io.grizzlythrift.scorecard.server.ServerChild;
import io.grizzlythrift.scorecard.variant.Sizes;
import io.grizzlythrift.scorecard.variant.Strategy;
import io.grizzlythrift.scorecard.variant.Wire;
import io.grizzlythrift.test.Await;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import java.lang.management.ThreadMXBean;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.apache.thrift.TException;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/** A fleet: all addresses of the loopback network are one server, or refuse connections. */
public final class Row52ManyServersTest extends RowTest {
    private static final Row ROW = new Row(
            52,
            "thousands of servers, all up or half of them refusing",
            "the first call ends within 2 s; its threads then use at most 0.3 of a core for 100 calls/s");
    private static final Duration FIRST_CALL = Duration.ofSeconds(2);
    private static final Duration MEASURED = Duration.ofMillis(Sizes.of(5_000, 1_000));
    private static final double MAX_CORES = Sizes.share(0.3, 1);
    private static final int REFUSING_PORT = 1;
    private static final String NAME = "row-client-fleet";

    @DataProvider
    static Object[][] fleets() {
        return new Object[][] {{"all up", Sizes.of(4_000, 400), 1}, {"half refusing", Sizes.of(2_000, 400), 2}};
    }

    @Test(dataProvider = "fleets", timeOut = LIMIT_MILLIS)
    public void theCostIsBounded(String variant, int servers, int everyNth) throws Exception {
        ROW.run(variant, Strategy.SAME_THREAD, Wire.PLAIN, servers, run -> call(run, everyNth));
    }

    private static void call(RowRun run, int everyNth) throws Exception {
        ServerChild server = run.server(run.options().with("address", "0.0.0.0"));
        List<EndpointAddress> fleet = new ArrayList<>();
        for (int i = 0; i < run.size(); i++) {
            String host = "127.0." + (10 + i / 200) + "." + (1 + i % 200);
            fleet.add(EndpointAddress.of(host, i % everyNth == 0 ? server.port() : REFUSING_PORT));
        }
        try (ThriftClient client = ThriftClient.builder()
                .name(NAME)
                .protocol(ThriftProtocol.COMPACT)
                .resolver(FixedResolver.of(fleet))
                .build()) {
            BenchService.Iface service = client.stub(BenchService.Iface.class);
            long begin = System.nanoTime();
            service.ping();
            run.requireWithin("first call", Duration.ofNanos(System.nanoTime() - begin), FIRST_CALL);
            int up = run.size() / everyNth;
            Await.that("not all are connected", () -> open(client) == up);
            double cores = coresDuring(service);
            run.figure("cores", String.format(Locale.ROOT, "%.2f", cores));
            run.require(cores <= MAX_CORES, cores + " cores, must be at most " + MAX_CORES);
        }
    }

    private static long open(ThriftClient client) {
        return client.endpoints().stream()
                .filter(endpoint -> endpoint.openConnections() > 0)
                .map(EndpointMetrics::endpoint)
                .count();
    }

    /** Makes a call each 10 ms, and returns the share of a core that the threads of the client use meanwhile. */
    private static double coresDuring(BenchService.Iface service) throws TException {
        long begin = System.nanoTime();
        long before = cpuNanos();
        while (System.nanoTime() - begin < MEASURED.toNanos()) {
            service.ping();
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(10));
        }
        return (double) (cpuNanos() - before) / (System.nanoTime() - begin);
    }

    private static long cpuNanos() {
        ThreadMXBean threads = ManagementFactory.getThreadMXBean();
        long sum = 0;
        for (ThreadInfo thread : threads.getThreadInfo(threads.getAllThreadIds())) {
            if (thread != null && thread.getThreadName().startsWith(NAME)) {
                sum += Math.max(0, threads.getThreadCpuTime(thread.getThreadId()));
            }
        }
        return sum;
    }
}
