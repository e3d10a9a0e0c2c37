package io.grizzlythrift.internal.connection;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertFalse;
import static org.testng.Assert.assertTrue;

import io.grizzlythrift.call.ReplyOrder;
import io.grizzlythrift.internal.metrics.CounterRecorder;
import io.grizzlythrift.internal.metrics.LimitReporter;
import io.grizzlythrift.internal.reply.CopiedReplies;
import io.grizzlythrift.internal.reply.ReplyQueue;
import io.grizzlythrift.internal.reply.ReplyWriter;
import io.grizzlythrift.limits.ServerLimits;
import io.grizzlythrift.strategy.spi.CallFlow;
import io.grizzlythrift.test.server.TestConnections;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import org.glassfish.grizzly.Connection;
import org.testng.annotations.BeforeMethod;
import org.testng.annotations.Test;

/** Tests when reading from a connection stops and resumes. */
public class ReadThrottleTest {
    private static final int HIGH_WATER_MARK = 1000;

    private final List<String> switched = new ArrayList<>();
    private ReplyQueue replyQueue;
    private CallFlow flow;
    private int unsentBytes;

    @BeforeMethod
    void setUp() {
        switched.clear();
        unsentBytes = 0;
        flow = null;
        replyQueue = TestConnections.queue(ReplyOrder.REQUEST, new ReplyWriter() {
            @Override
            public void write(byte[] bytes, int offset, int length) {}

            @Override
            public int unsentBytes() {
                return unsentBytes;
            }

            @Override
            public void abort(Throwable cause) {
                throw new AssertionError("aborted", cause);
            }
        });
    }

    private ReadThrottle readThrottle(ServerLimits limits) {
        Connection<?> connection = (Connection<?>) Proxy.newProxyInstance(
                ReadThrottleTest.class.getClassLoader(),
                new Class<?>[] {Connection.class},
                (proxy, method, arguments) -> {
                    if (method.getName().endsWith("IOEvent")) {
                        switched.add(method.getName());
                    }
                    return null;
                });
        LimitReporter events = new LimitReporter("read-throttle", new CounterRecorder());
        return new ReadThrottle(connection, replyQueue, () -> flow, limits, events);
    }

    /** As many calls in flight as may be leave no room for the next read. */
    @Test
    void pausesAtTheMaximumOfCallsInFlight() {
        ReadThrottle throttle =
                readThrottle(ServerLimits.builder().maxInFlightPerConnection(2).build());
        replyQueue.accept(1);
        throttle.afterRead();
        assertEquals(switched, List.of());
        replyQueue.accept(1);
        throttle.afterRead();
        assertEquals(switched, List.of("disableIOEvent"));
    }

    /** Other limits bound them. */
    @Test
    void callsOfMethodsWithTheirOwnPlacesDoNotCount() {
        flow = new CallFlow();
        flow.queues().placesTaken().set(3);
        flow.branch(1).queues().placesTaken().set(2);
        ReadThrottle throttle =
                readThrottle(ServerLimits.builder().maxInFlightPerConnection(4).build());
        replyQueue.accept(5);
        throttle.afterRead();
        assertEquals(switched, List.of());
        flow.branch(1).queues().placesTaken().set(1);
        throttle.afterRead();
        assertEquals(switched, List.of("disableIOEvent"));
    }

    @Test
    void pausesAtTheHighWaterMark() {
        ReadThrottle throttle = readThrottle(
                ServerLimits.builder().writeBufferHighWaterMark(HIGH_WATER_MARK).build());
        replyQueue.accept(2);
        replyQueue.deliver(List.of(new CopiedReplies(1, 1, new byte[HIGH_WATER_MARK - 1])));
        throttle.afterRead();
        assertEquals(switched, List.of());
        unsentBytes = 1;
        throttle.afterRead();
        assertEquals(switched, List.of("disableIOEvent"));
    }

    /** Grizzly's WorkerThreadIOStrategy enables reading after the read that has paused it. */
    @Test
    void pausesAgainIfSomebodyElseEnablesReading() {
        ReadThrottle throttle =
                readThrottle(ServerLimits.builder().maxInFlightPerConnection(1).build());
        replyQueue.accept(1);
        throttle.afterRead();
        throttle.afterRead();
        assertEquals(switched, List.of("disableIOEvent", "disableIOEvent"));
    }

    /** A connection that has never paused gets its throttle at the same limits. */
    @Test
    void theFirstPauseIsAtTheSameLimits() {
        ServerLimits calls = ServerLimits.builder().maxInFlightPerConnection(2).build();
        ServerLimits bytes =
                ServerLimits.builder().writeBufferHighWaterMark(HIGH_WATER_MARK).build();
        replyQueue.accept(1);
        unsentBytes = HIGH_WATER_MARK - 1;
        assertFalse(ReadThrottle.isLimitReached(replyQueue, null, calls));
        assertFalse(ReadThrottle.isLimitReached(replyQueue, null, bytes));
        replyQueue.accept(1);
        unsentBytes = HIGH_WATER_MARK;
        assertTrue(ReadThrottle.isLimitReached(replyQueue, null, calls));
        assertTrue(ReadThrottle.isLimitReached(replyQueue, null, bytes));
    }

    /** A callback that the write queue calls after stop() does not resume reading. */
    @Test
    void doesNotResumeAfterStop() throws Exception {
        ReadThrottle throttle = readThrottle(ServerLimits.defaults());
        throttle.stop();
        throttle.onShortQueue();
        assertEquals(switched, List.of("disableIOEvent"));
    }
}
