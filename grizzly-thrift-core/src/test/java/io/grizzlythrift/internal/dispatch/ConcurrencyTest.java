package io.grizzlythrift.internal.dispatch;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertFalse;
import static org.testng.Assert.assertTrue;

import io.grizzlythrift.message.ThriftProtocol;
import io.grizzlythrift.server.ThriftServer;
import io.grizzlythrift.strategy.AdaptiveStrategy;
import io.grizzlythrift.strategy.LeaderFollowerStrategy;
import io.grizzlythrift.strategy.ProcessingStrategy;
import io.grizzlythrift.strategy.SameThreadStrategy;
import io.grizzlythrift.strategy.VirtualThreadStrategy;
import io.grizzlythrift.strategy.WorkerThreadStrategy;
import io.grizzlythrift.test.Await;
import io.grizzlythrift.test.PatientLimits;
import io.grizzlythrift.test.UniqueName;
import io.grizzlythrift.test.server.HeldProcessor;
import io.grizzlythrift.test.server.RawClient;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/** Tests how many handlers run concurrently with each strategy. */
public class ConcurrencyTest {
    private static final ThriftProtocol PROTOCOL = ThriftProtocol.BINARY;
    private static final int CLIENTS = 10;

    private static ThriftServer start(ProcessingStrategy strategy, HeldProcessor processor) {
        return ThriftServer.builder()
                .name(UniqueName.of("concurrency"))
                .listen("127.0.0.1", 0)
                .protocol(PROTOCOL)
                .processor(processor)
                .strategy(strategy)
                .limits(PatientLimits.builder().build())
                .selectorThreads(1)
                .build()
                .start();
    }

    /** Makes a call from each client. The first call runs before the others arrive. */
    private static List<RawClient> callFromClients(ThriftServer server, HeldProcessor processor) throws Exception {
        List<RawClient> clients = new ArrayList<>();
        for (int i = 0; i < CLIENTS; i++) {
            clients.add(new RawClient(server).sendFrames(HeldProcessor.call(PROTOCOL, "hold", i)));
            processor.awaitStart(0);
        }
        return clients;
    }

    private static void readReplies(List<RawClient> clients) throws Exception {
        for (int i = 0; i < clients.size(); i++) {
            assertEquals(clients.get(i).readReply(PROTOCOL).sequenceId(), i);
            clients.get(i).close();
        }
    }

    @Test(timeOut = 60_000)
    void sameThreadWithOneSelectorRunsOneCallAtATime() throws Exception {
        HeldProcessor processor = new HeldProcessor();
        try (ThriftServer server = start(SameThreadStrategy.create(), processor)) {
            List<RawClient> clients = callFromClients(server, processor);
            for (int i = 0; i < CLIENTS; i++) {
                processor.release(i);
            }
            readReplies(clients);
            assertEquals(processor.mostRunning(), 1);
        }
    }

    @DataProvider
    static Object[][] roles() {
        return supported(new Object[][] {
            {SameThreadStrategy.create(), "selector-"},
            {WorkerThreadStrategy.ofThreads(2), "worker-"},
            {LeaderFollowerStrategy.ofThreads(2), "follower-"},
            {AdaptiveStrategy.ofThreads(2), "worker-"},
            {VirtualThreadStrategy.ofThreads(2), "virtual-"}
        });
    }

    /** Returns the rows without those of virtual threads if the JDK has none. */
    private static Object[][] supported(Object[][] rows) {
        return Stream.of(rows)
                .filter(row -> VirtualThreadStrategy.isSupported() || !(row[0] instanceof VirtualThreadStrategy))
                .toArray(Object[][]::new);
    }

    @Test(dataProvider = "roles", timeOut = 60_000)
    void threadNamesHaveServerAndRole(ProcessingStrategy strategy, String role) throws Exception {
        HeldProcessor processor = new HeldProcessor();
        try (ThriftServer server = start(strategy, processor);
                RawClient client = new RawClient(server)) {
            client.sendFrames(HeldProcessor.call(PROTOCOL, "fast", 7));
            String name = processor.awaitStart(7).getName();
            assertTrue(name.startsWith(server.config().name() + '-' + role), name);
            assertEquals(client.readReply(PROTOCOL).sequenceId(), 7);
        }
    }

    @DataProvider
    static Object[][] withTenThreadsForHandlers() {
        return supported(new Object[][] {
            {WorkerThreadStrategy.ofThreads(CLIENTS)},
            {LeaderFollowerStrategy.ofThreads(CLIENTS)},
            {AdaptiveStrategy.ofThreads(CLIENTS)},
            {VirtualThreadStrategy.ofThreads(CLIENTS)}
        });
    }

    @Test(dataProvider = "withTenThreadsForHandlers", timeOut = 60_000)
    void tenThreadsRunTenCallsConcurrently(ProcessingStrategy strategy) throws Exception {
        HeldProcessor processor = new HeldProcessor();
        try (ThriftServer server = start(strategy, processor)) {
            List<RawClient> clients = callFromClients(server, processor);
            for (int i = 0; i < CLIENTS; i++) {
                processor.awaitStart(i);
            }
            assertEquals(processor.mostRunning(), CLIENTS);
            for (int i = 0; i < CLIENTS; i++) {
                processor.release(i);
            }
            readReplies(clients);
        }
    }

    @DataProvider
    static Object[][] withOneThreadForHandlers() {
        return supported(new Object[][] {
            {WorkerThreadStrategy.ofThreads(1)},
            {LeaderFollowerStrategy.ofThreads(1)},
            {AdaptiveStrategy.ofThreads(1)},
            {VirtualThreadStrategy.ofThreads(1)}
        });
    }

    @Test(dataProvider = "withOneThreadForHandlers", timeOut = 60_000)
    void readingContinuesWhileAllThreadsAreBusy(ProcessingStrategy strategy) throws Exception {
        HeldProcessor processor = new HeldProcessor();
        try (ThriftServer server = start(strategy, processor)) {
            List<RawClient> clients = callFromClients(server, processor);
            Await.that("reading stopped", () -> server.counters().calls() == CLIENTS);
            assertEquals(server.counters().acceptedConnections(), CLIENTS);
            for (int i = 1; i < CLIENTS; i++) {
                assertFalse(processor.hasStarted(i), "call " + i + " runs beside call 0");
            }
            for (int i = 0; i < CLIENTS; i++) {
                processor.release(i);
            }
            readReplies(clients);
            assertEquals(processor.mostRunning(), 1);
        }
    }
}
