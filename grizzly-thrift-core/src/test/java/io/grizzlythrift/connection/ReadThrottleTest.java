package io.grizzlythrift.connection;

import static org.testng.Assert.assertEquals;

import io.grizzlythrift.call.ReplyOrder;
import io.grizzlythrift.limits.ServerLimits;
import io.grizzlythrift.metrics.recorder.CounterRecorder;
import io.grizzlythrift.metrics.recorder.LimitReporter;
import io.grizzlythrift.reply.ReplyQueue;
import io.grizzlythrift.reply.TestReplyWriter;
import io.grizzlythrift.test.server.TestConnections;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import org.glassfish.grizzly.Connection;
import org.testng.annotations.Test;

/** Tests when reading from a connection stops and resumes. */
public class ReadThrottleTest {
    private final List<String> switched = new ArrayList<>();

    private ReadThrottle readThrottle() {
        Connection<?> connection = (Connection<?>) Proxy.newProxyInstance(
                ReadThrottleTest.class.getClassLoader(),
                new Class<?>[] {Connection.class},
                (proxy, method, arguments) -> {
                    switched.add(method.getName());
                    return null;
                });
        ReplyQueue replyQueue =
                TestConnections.queue(ReplyOrder.REQUEST, new TestReplyWriter((bytes, offset, length) -> {}));
        LimitReporter events = new LimitReporter("read-throttle", new CounterRecorder());
        return new ReadThrottle(connection, replyQueue, ServerLimits.defaults(), events);
    }

    /** A callback that the write queue calls after stop() does not resume reading. */
    @Test
    void doesNotResumeAfterStop() throws Exception {
        ReadThrottle throttle = readThrottle();
        throttle.stop();
        throttle.onShortQueue();
        assertEquals(switched, List.of("disableIOEvent"));
    }
}
