package io.grizzlythrift.samples.mapkeeper.ycsb;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertFalse;
import static org.testng.Assert.assertTrue;

import io.grizzlythrift.samples.mapkeeper.MapKeeperHandler;
import io.grizzlythrift.samples.mapkeeper.MapKeeperServer;
import io.grizzlythrift.samples.mapkeeper.gen.BinaryResponse;
import io.grizzlythrift.samples.mapkeeper.gen.MapKeeper;
import io.grizzlythrift.samples.mapkeeper.gen.ResponseCode;
import io.grizzlythrift.server.ThriftServer;
import io.grizzlythrift.strategy.WorkerThreadStrategy;
import java.io.BufferedReader;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.Writer;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.testng.annotations.BeforeMethod;
import org.testng.annotations.Test;

/** The benchmark from end to end, with YCSB in its own process: what passes, and what must not pass. */
public class MapKeeperBenchmarkTest {
    private static final YcsbJob SMALL = new YcsbJob(YcsbWorkload.A, 200, 400, 4);

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final PrintStream print = new PrintStream(out, true, StandardCharsets.UTF_8);

    @BeforeMethod
    public void clear() {
        out.reset();
    }

    @Test
    public void measuresEveryStrategy() throws Exception {
        assertEquals(run("--records", "200", "--operations", "400", "--threads", "4"), 0, text());
        List<String> lines = text().lines().toList();
        assertEquals(lines.get(0), "MapKeeper, YCSB workload a: 200 records, 400 operations, 4 client threads");
        assertEquals(count("  load +[\\d.]+ s +200 records"), 3, text());
        assertEquals(count("  run +[\\d.]+ s +400 operations"), 3, text());
        for (String strategy : MapKeeperBenchmark.STRATEGIES) {
            assertEquals(count(strategy + " +[\\d,]+( +[\\d,]+){6} +0"), 1, text());
        }
        assertEquals(lines.get(lines.size() - 1), "No operation failed, and every read returned what was written.");
    }

    @Test
    public void failedOperationsFail() throws Exception {
        AtomicInteger gets = new AtomicInteger();
        int exitCode = runAgainst(new MapKeeperHandler() {
            @Override
            public BinaryResponse get(String mapName, ByteBuffer key) {
                return gets.incrementAndGet() % 10 == 0
                        ? new BinaryResponse(ResponseCode.Error, ByteBuffer.allocate(0))
                        : super.get(mapName, key);
            }
        });
        assertEquals(exitCode, 1);
        assertEquals(count("FAILED:"), 1, text());
        assertEquals(count("under test, run: 360 of 400 operations succeeded, 40 failed"), 1, text());
        assertEquals(count("under test .* 40"), 1, text());
    }

    @Test
    public void recordsThatAreNotLoadedFail() throws Exception {
        assertEquals(
                runAgainst(new MapKeeperHandler() {
                    @Override
                    public ResponseCode insert(String mapName, ByteBuffer key, ByteBuffer value) {
                        return ResponseCode.Error;
                    }
                }),
                1);
        assertEquals(count("under test, load: 0 of 200 records succeeded, 4 failed"), 1, text());
        assertEquals(count("under test, run: 0 of 400 operations succeeded, 400 failed"), 1, text());
    }

    @Test
    public void readsOfOtherBytesFail() throws Exception {
        int exitCode = runAgainst(new MapKeeperHandler() {
            @Override
            public BinaryResponse get(String mapName, ByteBuffer key) {
                BinaryResponse response = super.get(mapName, key);
                byte[] value = response.getValue();
                value[value.length - 1]++;
                return response.setValue(value);
            }
        });
        assertEquals(exitCode, 1);
        assertEquals(count("under test, run: \\d+ reads returned other bytes than were written"), 1, text());
    }

    @Test
    public void aServerThatDiesFails() throws Exception {
        CompletableFuture<ThriftServer> served = new CompletableFuture<>();
        AtomicInteger gets = new AtomicInteger();
        ThriftServer server = MapKeeperServer.create(0, WorkerThreadStrategy.ofThreads(2), new MapKeeperHandler() {
            @Override
            public BinaryResponse get(String mapName, ByteBuffer key) {
                if (gets.incrementAndGet() == 100) {
                    new Thread(() -> served.join().shutdown(Duration.ZERO)).start();
                    awaitInterrupt(); // otherwise all operations may succeed before the server ends
                }
                return super.get(mapName, key);
            }
        });
        served.complete(server);
        assertEquals(runAgainst(server), 1);
        assertEquals(count("under test, load: .*"), 0, text());
        assertEquals(count("under test, run: \\d+ of 400 operations succeeded, \\d+ failed"), 1, text());
        assertTrue(count("under test,   MapKeeper: org.apache.thrift.transport.TTransportException.*") > 0, text());
    }

    @Test
    public void aServerThatIsNotThereFails() throws Exception {
        try (Socket silent = new Socket()) { // takes a port from other processes, and does not listen
            silent.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
            assertEquals(runAgainst(silent.getLocalPort()), 1);
        }
        assertEquals(count("under test, load: 0 of 200 records succeeded, 0 failed"), 1, text());
        assertEquals(count("under test, run: 0 of 400 operations succeeded, 0 failed"), 1, text());
        assertEquals(count("under test +(0|-)( +-){6} +600"), 1, text());
    }

    @Test
    public void aServerThatDoesNotStartFails() throws Exception {
        MapKeeperBenchmark benchmark = new MapKeeperBenchmark(SMALL, print);
        benchmark.measure(List.of("no-thread", "same-thread"));
        assertEquals(benchmark.report(), 1);
        assertEquals(count("no-thread, the server did not start"), 1, text());
        assertEquals(count("same-thread.*"), 0, text());
    }

    @Test
    public void rejectsWrongArgumentsBeforeAnythingStarts() throws Exception {
        assertEquals(run("--operations", "0"), 2);
        assertEquals(text().lines().findFirst().orElse(""), "operations is 0, must be 1 to 10000000");
    }

    @Test
    public void aSignalEndsEveryProcess() throws Exception {
        Process benchmark = JavaProcess.of(
                        MapKeeperBenchmark.class, List.of("--records", "100", "--operations", "10000000"))
                .redirectErrorStream(true)
                .start();
        try (BufferedReader lines = benchmark.inputReader()) {
            String line = lines.readLine();
            while (line != null && !line.matches("  run .* of 10,000,000 operations")) {
                line = lines.readLine();
            }
            List<ProcessHandle> children = benchmark.descendants().toList();
            benchmark.toHandle().destroy();
            lines.transferTo(Writer.nullWriter());
            assertEquals(children.size(), 2, "server and YCSB");
            assertTrue(benchmark.waitFor(1, TimeUnit.MINUTES));
            children.forEach(child -> assertFalse(child.isAlive(), child.info().toString()));
        } finally {
            benchmark.destroyForcibly();
        }
    }

    private static void awaitInterrupt() {
        try {
            new CountDownLatch(1).await(1, TimeUnit.MINUTES);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private int run(String... args) throws InterruptedException {
        return MapKeeperBenchmark.run(args, print, print);
    }

    private int runAgainst(MapKeeper.Iface handler) throws IOException, InterruptedException {
        return runAgainst(MapKeeperServer.create(0, WorkerThreadStrategy.ofThreads(2), handler));
    }

    private int runAgainst(ThriftServer server) throws IOException, InterruptedException {
        try (server) {
            server.start();
            return runAgainst(server.port());
        }
    }

    private int runAgainst(int port) throws IOException, InterruptedException {
        MapKeeperBenchmark benchmark = new MapKeeperBenchmark(SMALL, print);
        benchmark.drive("under test", port);
        return benchmark.report();
    }

    private String text() {
        return out.toString(StandardCharsets.UTF_8);
    }

    private long count(String line) {
        return text().lines().filter(printed -> printed.matches(line)).count();
    }
}
