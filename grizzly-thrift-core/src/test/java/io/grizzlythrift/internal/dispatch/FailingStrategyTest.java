package io.grizzlythrift.internal.dispatch;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertTrue;

import io.grizzlythrift.message.ThriftProtocol;
import io.grizzlythrift.server.ThriftServer;
import io.grizzlythrift.strategy.ProcessingStrategy;
import io.grizzlythrift.strategy.SameThreadStrategy;
import io.grizzlythrift.strategy.spi.CallBatch;
import io.grizzlythrift.strategy.spi.StrategyThreads;
import io.grizzlythrift.test.Await;
import io.grizzlythrift.test.LogCapture;
import io.grizzlythrift.test.UniqueName;
import io.grizzlythrift.test.server.HeldProcessor;
import io.grizzlythrift.test.server.RawClient;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.glassfish.grizzly.nio.transport.TCPNIOTransport;
import org.testng.annotations.Test;

/** Tests that calls end exactly once and the server continues when a strategy fails. */
@Test(timeOut = 60_000)
public final class FailingStrategyTest {
    private static final ThriftProtocol PROTOCOL = ThriftProtocol.BINARY;
    private static final int CALLS = 10;

    /** Runs some calls of each batch and then throws, as often as the test demands. */
    private record Failing(int runs, AtomicInteger failures) implements ProcessingStrategy {
        @Override
        public String name() {
            return "failing";
        }

        @Override
        public int defaultSelectorThreads() {
            return 1;
        }

        @Override
        public StrategyThreads start(String serverName, int selectorThreads) {
            return new Threads(SameThreadStrategy.create().start(serverName, selectorThreads), runs, failures);
        }
    }

    private record Threads(StrategyThreads behind, int runs, AtomicInteger failures) implements StrategyThreads {
        @Override
        public void install(TCPNIOTransport transport) {
            behind.install(transport);
        }

        @Override
        public void execute(CallBatch batch) {
            if (failures.getAndDecrement() > 0) {
                for (int i = 0; i < runs && batch.unclaimed() > 0; i++) {
                    batch.claim().run();
                }
                batch.flush();
                throw new OutOfMemoryError("made up by a test");
            }
            behind.execute(batch);
        }

        @Override
        public void shutdownNow() {
            behind.shutdownNow();
        }

        @Override
        public boolean awaitTermination(Duration timeout) throws InterruptedException {
            return behind.awaitTermination(timeout);
        }
    }

    public void abandonedCallsAreRejected() throws Exception {
        for (int runs : new int[] {0, 3, CALLS}) {
            AtomicInteger failures = new AtomicInteger(1);
            try (ThriftServer server = ThriftServer.builder()
                            .name(UniqueName.of("lost-calls-" + runs))
                            .listen("127.0.0.1", 0)
                            .processor(new HeldProcessor())
                            .strategy(new Failing(runs, failures))
                            .build()
                            .start();
                    LogCapture log = LogCapture.start();
                    RawClient client = new RawClient(server)) {
                byte[][] calls = new byte[CALLS][];
                for (int i = 0; i < CALLS; i++) {
                    calls[i] = HeldProcessor.call(PROTOCOL, "fast", i);
                }
                client.sendFrames(calls);
                for (int i = 0; i < CALLS; i++) {
                    assertEquals(client.readReply(PROTOCOL).sequenceId(), i);
                }
                Await.that("calls stay in flight", () -> server.counters().inFlight() == 0);
                assertEquals(server.counters().rejectedCalls(), CALLS - runs);
                Await.that("nothing is logged", () -> log.count("calls could not be handed to the strategy") == 1);
                client.sendFrames(HeldProcessor.call(PROTOCOL, "fast", 99));
                assertEquals(client.readReply(PROTOCOL).sequenceId(), 99);
                assertTrue(server.shutdown(Duration.ofSeconds(20)), "a call without a reply delays the drain");
            }
        }
    }
}
