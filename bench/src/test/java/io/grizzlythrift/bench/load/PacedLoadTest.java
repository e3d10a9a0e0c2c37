package io.grizzlythrift.bench.load;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertTrue;

import io.grizzlythrift.bench.load.plan.LoadClient;
import io.grizzlythrift.bench.load.plan.LoadPlan;
import io.grizzlythrift.bench.service.BenchHandler;
import io.grizzlythrift.bench.service.Method;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/** Every client calls at the given rate, and its latencies include every wait. */
public final class PacedLoadTest {
    private static final long HANDLER_NANOS = 20_000_000;

    /** Every client. */
    @DataProvider
    public Object[][] clients() {
        return LoadClients.speakingThrift().stream()
                .map(name -> new Object[] {name})
                .toArray(Object[][]::new);
    }

    /**
     * 1000 calls per second are due, but at most 50 get a reply: the 15th is due after 14 ms, and its reply arrives
     * after 15 times the handler's time, however fast the machine is.
     */
    @Test(dataProvider = "clients", timeOut = 60_000)
    public void latenciesBeginWhenCallsAreDue(String name) throws Exception {
        try (LoopbackServer server = new LoopbackServer(new BenchHandler())) {
            LoadClient client = LoadClients.create(name, plan(name, server.port(), Method.SLEEP, 1, 1000));
            try (client) {
                client.start();
                client.record(true);
                awaitCalls(client, client.calls() + 15);
            }
            assertEquals(client.errors().first(), Optional.empty());
            assertTrue(
                    client.latencies().getMaxValue() > 12 * HANDLER_NANOS,
                    client.latencies().getMaxValue() + " ns");
        }
    }

    /** With a server that keeps up, the number of calls never exceeds the number of calls due. */
    @Test(dataProvider = "clients", timeOut = 60_000)
    public void callsNoFasterThanTheRate(String name) throws Exception {
        int rate = 500;
        try (LoopbackServer server = new LoopbackServer(new BenchHandler())) {
            LoadClient client = LoadClients.create(name, plan(name, server.port(), Method.ECHO, 3, rate));
            long began = System.nanoTime();
            try (client) {
                client.start();
                long before = client.calls();
                awaitCalls(client, before + 60);
                long calls = client.calls() - before;
                double due = (System.nanoTime() - began) / 1e9 * rate + 1;
                assertTrue(calls <= due, calls + " calls of " + due);
            }
            assertEquals(client.errors().first(), Optional.empty());
        }
    }

    /** Closing waits for calls in flight, but not for calls that are due in an hour. */
    @Test(dataProvider = "clients", timeOut = 60_000)
    public void closesBetweenCalls(String name) throws Exception {
        try (LoopbackServer server = new LoopbackServer(new BenchHandler())) {
            LoadClient client = LoadClients.create(name, plan(name, server.port(), Method.ECHO, 3, 1 / 3600.0));
            try (client) {
                client.start();
                awaitCalls(client, 1);
            }
            assertEquals(client.errors().first(), Optional.empty());
        }
    }

    private static void awaitCalls(LoadClient client, long calls) {
        while (client.calls() < calls) {
            assertEquals(client.errors().first(), Optional.empty());
            LockSupport.parkNanos(100_000);
        }
    }

    private static LoadPlan plan(String client, int port, Method method, int connections, double rate) {
        return LoadPlan.builder("127.0.0.1", port)
                .method(method)
                .size(30)
                .handlerTime(Duration.ofNanos(HANDLER_NANOS))
                .connections(connections)
                .threads(LoadClients.usualThreads(client, connections))
                .rate(rate)
                .build();
    }
}
