package io.grizzlythrift.bench.load;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertTrue;
import static org.testng.Assert.expectThrows;

import io.grizzlythrift.bench.gen.BenchService;
import io.grizzlythrift.bench.load.plan.LoadClient;
import io.grizzlythrift.bench.load.plan.LoadPlan;
import io.grizzlythrift.bench.service.BenchHandler;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/** Burning calls between the others reach the server, but are not included in the figures. */
public final class BurnEveryTest {
    private static final int EVERY = 5;
    private static final int BURN_MICROS = 7;

    private final AtomicInteger echoes = new AtomicInteger();
    private final AtomicInteger burns = new AtomicInteger();

    /** Every client except raw, as fast as replies arrive and at a rate. */
    @DataProvider
    public Object[][] clients() {
        return LoadClients.speakingThrift().stream()
                .filter(name -> !name.equals("raw"))
                .flatMap(name -> Stream.of(new Object[] {name, 0.0}, new Object[] {name, 5000.0}))
                .toArray(Object[][]::new);
    }

    /** Compares the calls that the handler ran with those that the client counted. */
    @Test(dataProvider = "clients", timeOut = 60_000)
    public void burnsAreNotCounted(String name, double rate) throws Exception {
        echoes.set(0);
        burns.set(0);
        try (LoopbackServer server = new LoopbackServer(counting())) {
            LoadClient client = LoadClients.create(name, plan(name, server.port(), rate));
            client.record(true);
            try (client) {
                client.start();
                while (burns.get() < 3) {
                    assertEquals(client.errors().first(), Optional.empty());
                    LockSupport.parkNanos(100_000);
                }
            }
            assertEquals(client.errors().first(), Optional.empty());
            assertEquals(client.calls(), echoes.get());
            assertEquals(client.latencies().getTotalCount(), echoes.get());
            assertTrue(burns.get() * (EVERY - 1) <= echoes.get(), burns + " burns, " + echoes + " echoes");
            if (!name.startsWith("grizzly")) {
                assertEquals(burns.get(), (burns.get() + echoes.get()) / EVERY, "not even calls that open connections");
            }
        }
    }

    /** The client raw replays a single request, so it cannot mix calls. */
    @Test
    public void rawRefuses() {
        LoadPlan plan = plan("raw", 1, 0);
        String line = expectThrows(IllegalArgumentException.class, () -> LoadClients.create("raw", plan))
                .getMessage();
        assertEquals(line, "burn-every of raw is 5, must be 0");
    }

    private BenchService.Iface counting() {
        BenchHandler right = new BenchHandler();
        return (BenchService.Iface) Proxy.newProxyInstance(
                BurnEveryTest.class.getClassLoader(),
                new Class<?>[] {BenchService.Iface.class},
                (proxy, method, arguments) -> {
                    if (method.getName().equals("burn")) {
                        assertEquals(arguments[0], BURN_MICROS);
                        burns.incrementAndGet();
                        return null;
                    }
                    if (method.getName().equals("echo")) {
                        echoes.incrementAndGet();
                    }
                    return method.invoke(right, arguments);
                });
    }

    private static LoadPlan plan(String client, int port, double rate) {
        return LoadPlan.builder("127.0.0.1", port)
                .size(30)
                .handlerTime(Duration.ofNanos(BURN_MICROS * 1000))
                .threads(LoadClients.usualThreads(client, 1))
                .rate(rate)
                .burnEvery(EVERY)
                .build();
    }
}
