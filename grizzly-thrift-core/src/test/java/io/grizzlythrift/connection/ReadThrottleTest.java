package io.grizzlythrift.connection;

import static org.testng.Assert.assertEquals;

import io.grizzlythrift.call.ReplyOrder;
import io.grizzlythrift.limits.ServerLimits;
import io.grizzlythrift.metrics.recorder.CounterRecorder;
import io.grizzlythrift.metrics.recorder.LimitReporter;
import io.grizzlythrift.reply.ReplyQueue;
import io.grizzlythrift.reply.TestReplyWriter;
import io.grizzlythrift.test.TestConnections;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import org.glassfish.grizzly.Connection;
import org.testng.annotations.Test;

/** When a connection is read. */
public class ReadThrottleTest {
    private final List<String> switched = new ArrayList<>();

    private ReadThrottle intake() {
        Connection<?> connection = (Connection<?>) Proxy.newProxyInstance(
                ReadThrottleTest.class.getClassLoader(),
                new Class<?>[] {Connection.class},
                (proxy, method, arguments) -> {
                    switched.add(method.getName());
                    return null;
                });
        ReplyQueue line = TestConnections.queue(ReplyOrder.REQUEST, new TestReplyWriter((bytes, offset, length) -> {}));
        LimitReporter events = new LimitReporter("intake", new CounterRecorder());
        return new ReadThrottle(connection, line, ServerLimits.defaults(), events);
    }

    /** The write queue may have been asked before, and tell only now. */
    @Test
    void stoppedReadingStaysStoppedWhenThereIsRoomToWrite() throws Exception {
        ReadThrottle intake = intake();
        intake.stop();
        intake.whenQueueIsShort.onWritePossible();
        assertEquals(switched, List.of("disableIOEvent"));
    }
}
