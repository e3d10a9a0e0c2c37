package io.grizzlythrift.internal.connection;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertFalse;
import static org.testng.Assert.assertSame;
import static org.testng.Assert.assertTrue;

import io.grizzlythrift.call.ReplyOrder;
import io.grizzlythrift.internal.frame.WireFormat;
import io.grizzlythrift.internal.reply.ReplyQueue;
import io.grizzlythrift.internal.reply.TestReplyWriter;
import io.grizzlythrift.strategy.spi.CallFlow;
import io.grizzlythrift.test.server.TestConnections;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.testng.annotations.Test;

/** Tests that what a connection makes when it is first needed is made once, whichever thread comes first. */
@Test(timeOut = 60_000)
public class ServerConnectionTest {
    private static final int ROUNDS = 1_000;

    private final AtomicInteger writes = new AtomicInteger();
    private final CyclicBarrier begin = new CyclicBarrier(2);

    /** A connection with one call, whose reply never comes. */
    private ServerConnection busyConnection() {
        ReplyQueue queue = TestConnections.queue(
                ReplyOrder.AS_COMPLETED, new TestReplyWriter((bytes, offset, length) -> writes.incrementAndGet()));
        ServerConnection connection = TestConnections.of(queue);
        queue.accept(1);
        return connection;
    }

    private <T> CompletableFuture<T> atOnce(Supplier<T> action) {
        return CompletableFuture.supplyAsync(
                () -> {
                    try {
                        begin.await();
                    } catch (Exception e) {
                        throw new IllegalStateException(e);
                    }
                    return action.get();
                },
                task -> new Thread(task).start());
    }

    /** A call shows that the peer understands the notice while the connection is asked to close: it is sent, once. */
    public void aCloseRequestIsMadeOnce() throws Exception {
        for (int round = 0; round < ROUNDS; round++) {
            ServerConnection connection = busyConnection();
            CompletableFuture<?> expected = atOnce(() -> {
                connection.expectCloseNotice(WireFormat.FRAMED);
                return null;
            });
            CompletableFuture<?> drained = atOnce(() -> {
                connection.drain();
                return null;
            });
            CompletableFuture.allOf(expected, drained).get(20, TimeUnit.SECONDS);
            assertEquals(writes.getAndSet(0), 1, "notices of round " + round);
        }
    }

    public void aFlowIsMadeOnce() throws Exception {
        for (int round = 0; round < ROUNDS; round++) {
            ServerConnection connection = busyConnection();
            CompletableFuture<CallFlow> one = atOnce(connection::flow);
            CompletableFuture<CallFlow> other = atOnce(connection::flow);
            assertSame(one.get(20, TimeUnit.SECONDS), other.get(20, TimeUnit.SECONDS), "round " + round);
        }
    }

    /** Someone asks for the end of a connection while it comes. */
    @SuppressWarnings("FutureReturnValueIgnored") // the task returns it
    public void theEndIsNotMissed() throws Exception {
        for (int round = 0; round < ROUNDS; round++) {
            ServerConnection connection = busyConnection();
            CompletableFuture<CompletableFuture<Void>> asked = atOnce(connection::whenClosed);
            CompletableFuture<Boolean> first = atOnce(connection::onClosed);
            asked.get(20, TimeUnit.SECONDS).get(20, TimeUnit.SECONDS);
            assertTrue(first.get(20, TimeUnit.SECONDS), "not the first to close it");
        }
    }

    public void theEndIsKnownBeforeAndAfterIt() {
        ServerConnection connection = busyConnection();
        CompletableFuture<Void> before = connection.whenClosed();
        assertFalse(before.isDone());
        assertTrue(connection.onClosed());
        assertTrue(before.isDone());
        assertFalse(connection.onClosed(), "closed twice");
        assertTrue(busyConnectionThatClosed().whenClosed().isDone());
    }

    private ServerConnection busyConnectionThatClosed() {
        ServerConnection connection = busyConnection();
        connection.onClosed();
        return connection;
    }
}
