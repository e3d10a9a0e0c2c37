package io.grizzlythrift.strategy.internal.threads;

import static org.testng.Assert.assertNotSame;
import static org.testng.Assert.assertTrue;

import io.grizzlythrift.strategy.LeaderFollowerStrategy;
import io.grizzlythrift.strategy.spi.StrategyThreads;
import io.grizzlythrift.strategy.testing.BlockingBatch;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.glassfish.grizzly.nio.SelectorRunner;
import org.glassfish.grizzly.nio.transport.TCPNIOServerConnection;
import org.glassfish.grizzly.nio.transport.TCPNIOTransport;
import org.glassfish.grizzly.nio.transport.TCPNIOTransportBuilder;
import org.testng.annotations.Test;

/** Tests which thread gets a batch that a leader submits. */
public final class LeaderFollowerThreadsTest {
    private static final Duration TIMEOUT = Duration.ofSeconds(BlockingBatch.TIMEOUT_SECONDS);

    /** For example in a task of the selector: no later event may come after which a deferred batch would run. */
    @Test(timeOut = 60_000)
    public void aBatchOutsideOfAnEventIsNotDeferred() throws Exception {
        StrategyThreads threads = LeaderFollowerStrategy.ofThreads(2).start("outside-of-events", 1);
        TCPNIOTransport transport = TCPNIOTransportBuilder.newInstance().build();
        threads.install(transport);
        try {
            TCPNIOServerConnection socket = transport.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
            transport.start();
            BlockingBatch batch = BlockingBatch.released(1);
            CompletableFuture<Thread> leader = new CompletableFuture<>();
            SelectorRunner selector = socket.getSelectorRunner();
            transport
                    .getSelectorHandler()
                    .enque(
                            selector,
                            () -> {
                                threads.execute(batch);
                                return leader.complete(Thread.currentThread());
                            },
                            null);
            Thread leading = leader.get(TIMEOUT.toSeconds(), TimeUnit.SECONDS);
            assertNotSame(batch.awaitStart(0), leading);
        } finally {
            transport.shutdownNow();
            threads.shutdownNow();
        }
        assertTrue(threads.awaitTermination(TIMEOUT), "threads left behind");
    }
}
