package io.grizzlythrift.internal.connection;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertTrue;

import io.grizzlythrift.limits.LimitType;
import io.grizzlythrift.message.ThriftProtocol;
import io.grizzlythrift.server.ThriftServer;
import io.grizzlythrift.server.ThriftServerBuilder;
import io.grizzlythrift.test.Await;
import io.grizzlythrift.test.LogCapture;
import io.grizzlythrift.test.server.HeldProcessor;
import io.grizzlythrift.test.server.RawClient;
import io.grizzlythrift.test.server.Strategies;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.testng.annotations.Test;

/** Tests that a server accepts at most maxConnections, and that waiting peers are accepted when others disconnect. */
@Test(timeOut = 60_000, dataProvider = "strategies", dataProviderClass = Strategies.class)
public final class ConnectionLimitTest {
    private static final ThriftProtocol PROTOCOL = ThriftProtocol.BINARY;

    private static ThriftServerBuilder builder(Strategies strategy, int maxConnections) {
        return strategy.builder(new HeldProcessor())
                .limits(Strategies.patient().maxConnections(maxConnections).build());
    }

    private static void send(RawClient client, int sequenceId) throws Exception {
        client.sendFrames(HeldProcessor.call(PROTOCOL, "fast", sequenceId));
    }

    private static void awaitReply(RawClient client, int sequenceId) throws Exception {
        assertEquals(client.readReply(PROTOCOL).sequenceId(), sequenceId);
    }

    private static void call(RawClient client, int sequenceId) throws Exception {
        send(client, sequenceId);
        awaitReply(client, sequenceId);
    }

    /** Closes a client early, inside its try block. */
    private static void leave(RawClient client) throws IOException {
        client.close();
    }

    private static void awaitPauses(ThriftServer server, int pauses) {
        Await.that("accepting does not pause", () -> server.counters().reached(LimitType.MAX_CONNECTIONS) >= pauses);
    }

    public void aPeerOverTheLimitWaitsUntilAnotherLeaves(Strategies strategy) throws Exception {
        try (ThriftServer server = builder(strategy, 2).build().start();
                LogCapture log = LogCapture.start();
                RawClient first = new RawClient(server);
                RawClient second = new RawClient(server)) {
            call(first, 1);
            call(second, 2);
            try (RawClient third = new RawClient(server);
                    RawClient fourth = new RawClient(server)) {
                send(third, 3);
                send(fourth, 4);
                awaitPauses(server, 1);
                call(first, 5);
                assertEquals(server.counters().acceptedConnections(), 2);
                assertEquals(server.counters().calls(), 3);
                leave(first);
                awaitReply(third, 3);
                awaitPauses(server, 2);
                call(second, 6);
                assertEquals(server.counters().acceptedConnections(), 3);
                leave(second);
                awaitReply(fourth, 4);
                assertEquals(server.counters().openConnections(), 2);
            }
            assertTrue(log.awaitCount("accepting pauses: maxConnections, 2, are open") >= 1, log.text());
            assertEquals(server.counters().failedAccepts(), 0);
        }
    }

    public void oneAtATime(Strategies strategy) throws Exception {
        try (ThriftServer server = builder(strategy, 1).build().start()) {
            List<RawClient> waiting = new ArrayList<>();
            for (int i = 0; i < 10; i++) {
                RawClient client = new RawClient(server);
                send(client, i);
                waiting.add(client);
            }
            for (int i = 0; i < waiting.size(); i++) {
                awaitReply(waiting.get(i), i);
                assertEquals(server.counters().openConnections(), 1);
                assertEquals(server.counters().calls(), i + 1);
                waiting.get(i).close();
            }
        }
    }

    /** The limit applies to all addresses together, and each of them accepts again. */
    public void severalAddresses(Strategies strategy) throws Exception {
        try (ThriftServer server = builder(strategy, 2)
                .listen("127.0.0.1", 0)
                .listen("127.0.0.1", 0)
                .build()
                .start()) {
            List<InetSocketAddress> addresses = server.addresses();
            for (int round = 0; round < 5; round++) {
                int pauses = (int) server.counters().reached(LimitType.MAX_CONNECTIONS);
                try (RawClient first = new RawClient(addresses.get(0));
                        RawClient second = new RawClient(addresses.get(1))) {
                    call(first, 1);
                    call(second, 2);
                    try (RawClient third = new RawClient(addresses.get(2));
                            RawClient fourth = new RawClient(addresses.get(0))) {
                        send(third, 3);
                        send(fourth, 4);
                        awaitPauses(server, pauses + 2);
                        assertEquals(server.counters().openConnections(), 2);
                        leave(first);
                        leave(second);
                        awaitReply(third, 3);
                        awaitReply(fourth, 4);
                    }
                }
            }
        }
    }

    /** Each address has its own selector, so several accept concurrently. */
    public void manyPeersConnectAndLeave(Strategies strategy) throws Exception {
        int maxConnections = 3;
        int threads = 8;
        int rounds = 60;
        ThriftServerBuilder builder = builder(strategy, maxConnections)
                .listen("127.0.0.1", 0)
                .listen("127.0.0.1", 0)
                .selectorThreads(3);
        try (ThriftServer server = builder.build().start()) {
            List<InetSocketAddress> addresses = server.addresses();
            AtomicBoolean over = new AtomicBoolean();
            AtomicLong most = new AtomicLong();
            Thread observer = new Thread(() -> {
                while (!over.get()) {
                    most.accumulateAndGet(server.counters().openConnections(), Math::max);
                }
            });
            observer.start();
            ExecutorService clients = Executors.newFixedThreadPool(threads);
            try {
                List<Future<?>> ends = new ArrayList<>();
                for (int thread = 0; thread < threads; thread++) {
                    int offset = thread;
                    ends.add(clients.submit(() -> {
                        for (int round = 0; round < rounds; round++) {
                            try (RawClient client = new RawClient(addresses.get((offset + round) % addresses.size()))) {
                                call(client, round);
                                most.accumulateAndGet(server.counters().openConnections(), Math::max);
                            }
                        }
                        return null;
                    }));
                }
                for (Future<?> end : ends) {
                    end.get(HeldProcessor.TIMEOUT_SECONDS, TimeUnit.SECONDS);
                }
            } finally {
                over.set(true);
                clients.shutdownNow();
            }
            observer.join();
            assertTrue(most.get() <= maxConnections, most + " connections were open at a time");
            assertTrue(server.counters().reached(LimitType.MAX_CONNECTIONS) > 0, "the limit was never reached");
            for (InetSocketAddress address : addresses) {
                try (RawClient fresh = new RawClient(address)) {
                    call(fresh, 1);
                }
            }
            Await.that("connections are left", () -> server.counters().openConnections() == 0);
            assertEquals(server.counters().calls(), (long) threads * rounds + addresses.size());
        }
    }
}
