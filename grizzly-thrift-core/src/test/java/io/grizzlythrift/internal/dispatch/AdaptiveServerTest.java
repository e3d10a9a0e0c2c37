package io.grizzlythrift.internal.dispatch;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertFalse;
import static org.testng.Assert.assertTrue;

import io.grizzlythrift.message.ThriftProtocol;
import io.grizzlythrift.metrics.CallPlacement;
import io.grizzlythrift.server.ThriftServer;
import io.grizzlythrift.strategy.AdaptiveStrategy;
import io.grizzlythrift.strategy.InOrderStrategy;
import io.grizzlythrift.strategy.ProcessingStrategy;
import io.grizzlythrift.strategy.WorkerThreadStrategy;
import io.grizzlythrift.test.Await;
import io.grizzlythrift.test.UniqueName;
import io.grizzlythrift.test.server.HeaderFrame;
import io.grizzlythrift.test.server.HeldProcessor;
import io.grizzlythrift.test.server.RawClient;
import io.grizzlythrift.test.server.Strategies;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.testng.annotations.BeforeMethod;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/** Tests a server that has learned that one method is quick. */
@Test(timeOut = 60_000)
public final class AdaptiveServerTest {
    /** The number of calls in one read. */
    private static final int CALLS = 100;

    private static final AdaptiveStrategy ADAPTIVE =
            AdaptiveStrategy.ofThreads(2).withQuickBound(AdaptiveStrategy.MAX_QUICK_BOUND);

    private HeldProcessor processor;
    private int ids;

    @BeforeMethod
    void begin() {
        processor = new HeldProcessor();
        ids = 0;
    }

    @DataProvider
    Object[][] protocols() {
        return new Object[][] {{ThriftProtocol.BINARY}, {ThriftProtocol.COMPACT}};
    }

    private ThriftServer start(ProcessingStrategy strategy, ThriftProtocol protocol) {
        return ThriftServer.builder()
                .name(UniqueName.of("adaptive"))
                .listen("127.0.0.1", 0)
                .protocol(protocol)
                .processor(processor)
                .strategy(strategy)
                .selectorThreads(1)
                .limits(Strategies.patient().build())
                .build()
                .start();
    }

    /** Makes calls until one runs on the selector thread. */
    private void learn(RawClient client, ThriftProtocol protocol) throws Exception {
        learn(client, protocol, "fast");
    }

    private void learn(RawClient client, ThriftProtocol protocol, String method) throws Exception {
        boolean quick = false;
        while (!quick) {
            int first = ids;
            byte[][] calls = new byte[CALLS][];
            for (int i = 0; i < CALLS; i++) {
                processor.release(ids);
                calls[i] = HeldProcessor.call(protocol, method, ids++);
            }
            client.sendFrames(calls);
            for (int i = 0; i < CALLS; i++) {
                assertEquals(client.readReply(protocol).sequenceId(), first + i);
            }
            quick = isSelector(ids - 1);
        }
    }

    private boolean isSelector(int call) throws Exception {
        String thread = processor.awaitStart(call).getName();
        assertTrue(thread.contains("-selector-") || thread.contains("-worker-"), thread);
        return thread.contains("-selector-");
    }

    private static CallPlacement placement(ThriftServer server, String method) {
        return server.metrics().method("", method).orElseThrow().placement().orElseThrow();
    }

    @Test(dataProvider = "protocols")
    public void quickCallsRunOnTheSelectorThreadAndOthersDoNotStopIt(ThriftProtocol protocol) throws Exception {
        try (ThriftServer server = start(ADAPTIVE, protocol);
                RawClient client = new RawClient(server);
                RawClient other = new RawClient(server)) {
            learn(client, protocol);
            int first = ids;
            client.sendFrames(
                    HeldProcessor.call(protocol, "fast", first),
                    HeldProcessor.call(protocol, "hold", first + 1),
                    HeldProcessor.call(protocol, "fast", first + 2));
            assertEquals(client.readReply(protocol).sequenceId(), first);
            assertFalse(isSelector(first + 1));
            other.sendFrames(HeldProcessor.call(protocol, "fast", first + 3));
            assertEquals(other.readReply(protocol).sequenceId(), first + 3);
            assertTrue(isSelector(first + 3));
            processor.release(first + 1);
            assertEquals(client.readReply(protocol).sequenceId(), first + 1);
            assertEquals(client.readReply(protocol).sequenceId(), first + 2);
            assertFalse(isSelector(first + 2), "what is behind a call for the pool goes there");
            assertTrue(placement(server, "fast").onSelectorThreads());
            assertTrue(placement(server, "fast").promotions() >= 1);
            assertFalse(placement(server, "hold").onSelectorThreads());
        }
    }

    public void callsOfAnotherDialectAreKnownAsWell() throws Exception {
        ThriftProtocol protocol = ThriftProtocol.COMPACT;
        try (ThriftServer server = start(ADAPTIVE, protocol);
                RawClient client = new RawClient(server);
                RawClient header = new RawClient(server)) {
            learn(client, protocol);
            int id = ids;
            header.sendFrames(HeaderFrame.of(protocol, id, HeldProcessor.call(protocol, "fast", id))
                    .bytes());
            assertEquals(HeaderFrame.read(header.readFrame()).reply().sequenceId(), id);
            assertTrue(isSelector(id));
        }
    }

    /** A backend hangs. Another thread takes over the only selector, and the method runs on the pool from then on. */
    public void aCallThatHangsLosesTheSelector() throws Exception {
        ThriftProtocol protocol = ThriftProtocol.BINARY;
        try (ThriftServer server = start(ADAPTIVE, protocol);
                RawClient client = new RawClient(server);
                RawClient other = new RawClient(server)) {
            learn(other, protocol);
            learn(client, protocol, "hold");
            int first = ids;
            ids += 4;
            client.sendFrames(
                    HeldProcessor.call(protocol, "hold", first), HeldProcessor.call(protocol, "fast", first + 1));
            assertTrue(isSelector(first));
            assertFalse(isSelector(first + 1), "the rest of the read goes to the pool");
            other.sendFrames(HeldProcessor.call(protocol, "fast", first + 2));
            assertEquals(other.readReply(protocol).sequenceId(), first + 2);
            assertTrue(isSelector(first + 2), "on the thread that took over");
            assertFalse(placement(server, "hold").onSelectorThreads());
            assertEquals(placement(server, "hold").demotions(), 1);
            client.sendFrames(HeldProcessor.call(protocol, "fast", first + 3));
            processor.awaitStart(first + 3);
            processor.release(first);
            for (int id : new int[] {first, first + 1, first + 3}) {
                assertEquals(client.readReply(protocol).sequenceId(), id);
            }
        }
    }

    /** The rest of the batch waits for the call. */
    public void aCallThatHangsInOrderLosesTheSelectorAlone() throws Exception {
        ThriftProtocol protocol = ThriftProtocol.BINARY;
        try (ThriftServer server = start(new InOrderStrategy(ADAPTIVE), protocol);
                RawClient client = new RawClient(server);
                RawClient other = new RawClient(server)) {
            learn(other, protocol);
            learn(client, protocol, "hold");
            int first = ids;
            client.sendFrames(
                    HeldProcessor.call(protocol, "hold", first), HeldProcessor.call(protocol, "fast", first + 1));
            assertTrue(isSelector(first));
            other.sendFrames(HeldProcessor.call(protocol, "fast", first + 2));
            assertEquals(other.readReply(protocol).sequenceId(), first + 2);
            client.sendFrames(HeldProcessor.call(protocol, "fast", first + 3));
            Await.that("it is not read", () -> server.counters().inFlight() == 3);
            assertFalse(processor.hasStarted(first + 1));
            processor.release(first);
            for (int id : new int[] {first, first + 1, first + 3}) {
                assertEquals(client.readReply(protocol).sequenceId(), id);
            }
        }
    }

    /** Both the thread that is blocked and the one that took over end. */
    public void aServerStopsWhileACallHangs() throws Exception {
        ThriftProtocol protocol = ThriftProtocol.BINARY;
        ThriftServer server = start(ADAPTIVE, protocol);
        try (RawClient client = new RawClient(server);
                RawClient other = new RawClient(server)) {
            learn(other, protocol);
            learn(client, protocol, "hold");
            client.sendFrames(HeldProcessor.call(protocol, "hold", ids));
            Thread blocked = processor.awaitStart(ids);
            other.sendFrames(HeldProcessor.call(protocol, "fast", ids + 1));
            assertEquals(other.readReply(protocol).sequenceId(), ids + 1);
            assertTrue(blocked.isAlive());
            assertFalse(server.shutdown(Duration.ofMillis(1)), "the call has not ended");
            assertTrue(server.awaitTermination(Duration.ofSeconds(HeldProcessor.TIMEOUT_SECONDS)));
            blocked.join(TimeUnit.SECONDS.toMillis(HeldProcessor.TIMEOUT_SECONDS));
            assertFalse(blocked.isAlive());
        } finally {
            server.close();
        }
    }

    /** One batch of a connection runs at a time, on any thread. */
    public void inOrderStillRunsOneCallAtATime() throws Exception {
        ThriftProtocol protocol = ThriftProtocol.BINARY;
        try (ThriftServer server = start(new InOrderStrategy(ADAPTIVE), protocol);
                RawClient client = new RawClient(server)) {
            learn(client, protocol);
            int first = ids;
            client.sendFrames(HeldProcessor.call(protocol, "hold", first));
            processor.awaitStart(first);
            client.sendFrames(HeldProcessor.call(protocol, "fast", first + 1));
            assertFalse(processor.hasStarted(first + 1));
            processor.release(first);
            assertEquals(client.readReply(protocol).sequenceId(), first);
            assertEquals(client.readReply(protocol).sequenceId(), first + 1);
            assertEquals(processor.mostRunning(), 1);
        }
    }

    public void otherStrategiesLearnNothing() throws Exception {
        ThriftProtocol protocol = ThriftProtocol.BINARY;
        try (ThriftServer server = start(WorkerThreadStrategy.ofThreads(2), protocol);
                RawClient client = new RawClient(server)) {
            int id = ids;
            client.sendFrames(HeldProcessor.call(protocol, "fast", id));
            assertEquals(client.readReply(protocol).sequenceId(), id);
            assertTrue(server.metrics()
                    .method("", "fast")
                    .orElseThrow()
                    .placement()
                    .isEmpty());
        }
    }
}
