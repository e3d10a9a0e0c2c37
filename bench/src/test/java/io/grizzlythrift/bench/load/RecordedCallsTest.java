package io.grizzlythrift.bench.load;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertTrue;

import io.grizzlythrift.bench.gen.BenchService;
import io.grizzlythrift.bench.load.plan.LoadClient;
import io.grizzlythrift.bench.load.plan.LoadPlan;
import io.grizzlythrift.bench.recording.CallFiles;
import io.grizzlythrift.bench.server.BenchServer;
import io.grizzlythrift.bench.server.ServerSettings;
import io.grizzlythrift.bench.server.ServerTraits;
import io.grizzlythrift.bench.server.Servers;
import io.grizzlythrift.bench.service.BenchHandler;
import io.grizzlythrift.bench.service.BundledService;
import io.grizzlythrift.bench.service.ServedService;
import io.grizzlythrift.bench.service.WireProtocol;
import io.grizzlythrift.call.ReplyOrder;
import java.io.IOException;
import java.lang.reflect.Proxy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.apache.thrift.TProcessor;
import org.testng.annotations.AfterMethod;
import org.testng.annotations.BeforeMethod;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/** Recorded calls, replayed on every server. */
public final class RecordedCallsTest {
    private static final int CALLS = 200;

    private Path file;

    @BeforeMethod
    void makeFile() throws IOException {
        file = Files.createTempFile("replayed", ".calls");
    }

    @AfterMethod(alwaysRun = true)
    void removeFile() throws IOException {
        Files.deleteIfExists(file);
    }

    /** Each server in one of the encodings, and this library's server with each strategy. */
    @DataProvider
    public Object[][] servers() {
        List<Object[]> all = new ArrayList<>();
        for (String server : Servers.ofAnyService()) {
            all.add(new Object[] {
                server, "worker-thread", all.size() % 2 == 0 ? WireProtocol.BINARY : WireProtocol.COMPACT
            });
        }
        all.add(new Object[] {"grizzly", "same-thread", WireProtocol.COMPACT});
        all.add(new Object[] {"grizzly", "leader-follower", WireProtocol.BINARY});
        return all.toArray(new Object[0][]);
    }

    /** Calls have several sizes; one of them is larger than a read. */
    @Test(dataProvider = "servers", timeOut = 60_000)
    public void areReplayedOnEveryServer(String server, String strategy, WireProtocol protocol) throws Exception {
        ServerTraits.skipWhereNotAvailable(server);
        CallFiles.write(file, protocol, client -> {
            client.send_add(4, 2);
            client.send_echo("x".repeat(300_000));
            client.send_ping();
        });
        ServerSettings settings = settings(protocol, strategy, ReplyOrder.REQUEST, BundledService.BENCH);
        try (BenchServer running = Servers.create(server, settings)) {
            replayUntilRight(plan(running.start(), protocol, ServerTraits.connections(server, 3), 0));
        }
    }

    /** Every reply is matched to its call, in any order, with and without a rate. */
    @Test(timeOut = 60_000)
    public void matchRepliesById() throws Exception {
        CallFiles.write(file, WireProtocol.COMPACT, client -> {
            client.send_sleep(20);
            client.send_add(4, 2);
        });
        ServerSettings settings =
                settings(WireProtocol.COMPACT, "worker-thread", ReplyOrder.AS_COMPLETED, BundledService.BENCH);
        try (BenchServer running = Servers.create("grizzly", settings)) {
            int port = running.start();
            replayUntilRight(plan(port, WireProtocol.COMPACT, 2, 0));
            replayUntilRight(plan(port, WireProtocol.COMPACT, 2, 5_000));
        }
    }

    /** The calls are made in turn, and each connection starts with a different one. */
    @Test(timeOut = 60_000)
    public void areMadeInTurn() throws Exception {
        CallFiles.write(file, WireProtocol.COMPACT, client -> {
            client.send_burn(0);
            client.send_sleep(0);
        });
        AtomicInteger burns = new AtomicInteger();
        AtomicInteger sleeps = new AtomicInteger();
        TProcessor counting = processor(method -> {
            burns.addAndGet(method.equals("burn") ? 1 : 0);
            sleeps.addAndGet(method.equals("sleep") ? 1 : 0);
        });
        try (BenchServer running = Servers.create(
                "netty", settings(WireProtocol.COMPACT, "same-thread", ReplyOrder.REQUEST, () -> counting))) {
            replayUntilRight(plan(running.start(), WireProtocol.COMPACT, 2, 0));
        }
        int difference = Math.abs(burns.get() - sleeps.get());
        assertTrue(difference <= 2, burns + " burns, " + sleeps + " sleeps");
        assertTrue(burns.get() >= CALLS / 2 - 1, burns.toString());
    }

    /** An exception makes a run invalid, and the error names the call. */
    @Test(timeOut = 60_000)
    public void exceptionsAreErrors() throws Exception {
        CallFiles.write(file, WireProtocol.COMPACT, client -> client.send_echo("a text"));
        ServedService another = BundledService.MAPKEEPER_STUB;
        try (BenchServer running =
                Servers.create("grizzly", settings(WireProtocol.COMPACT, "same-thread", ReplyOrder.REQUEST, another))) {
            try (LoadClient client = LoadClients.create("raw", plan(running.start(), WireProtocol.COMPACT, 1, 0))) {
                client.start();
                while (client.errors().count() < 3) {
                    LockSupport.parkNanos(100_000);
                }
                assertEquals(client.calls(), 0);
                assertEquals(
                        client.errors().first(),
                        Optional.of("a call of echo got an exception: type 1, Invalid method name: 'echo'"));
            }
        }
    }

    private static TProcessor processor(Consumer<String> beforeEachCall) {
        BenchHandler right = new BenchHandler();
        BenchService.Iface handler = (BenchService.Iface) Proxy.newProxyInstance(
                RecordedCallsTest.class.getClassLoader(),
                new Class<?>[] {BenchService.Iface.class},
                (proxy, method, arguments) -> {
                    beforeEachCall.accept(method.getName());
                    return method.invoke(right, arguments);
                });
        return new BenchService.Processor<>(handler);
    }

    private static void replayUntilRight(LoadPlan plan) throws IOException {
        LoadClient client = LoadClients.create("raw", plan);
        try (client) {
            client.start();
            client.record(true);
            while (client.calls() < CALLS) {
                assertEquals(client.errors().first(), Optional.empty());
                LockSupport.parkNanos(100_000);
            }
        }
        assertEquals(client.errors().first(), Optional.empty());
        assertTrue(client.latencies().getTotalCount() > 0);
    }

    private LoadPlan plan(int port, WireProtocol protocol, int connections, double rate) {
        return LoadPlan.builder("127.0.0.1", port)
                .protocol(protocol)
                .connections(connections)
                .inFlight(8)
                .rate(rate)
                .calls(file)
                .build();
    }

    private static ServerSettings settings(
            WireProtocol protocol, String strategy, ReplyOrder order, ServedService service) {
        return new ServerSettings(
                "127.0.0.1",
                0,
                protocol,
                strategy,
                order,
                1,
                4,
                1 << 20,
                service,
                0,
                Duration.ofHours(1),
                Optional.empty());
    }
}
