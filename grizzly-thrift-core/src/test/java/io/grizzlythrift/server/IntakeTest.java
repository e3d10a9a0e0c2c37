package io.grizzlythrift.server;

import static org.testng.Assert.assertEquals;

import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import org.glassfish.grizzly.Connection;
import org.testng.annotations.Test;

/** When a connection is read. */
public class IntakeTest {
    private final List<String> switched = new ArrayList<>();

    private Intake intake() {
        Connection<?> connection = (Connection<?>) Proxy.newProxyInstance(
                IntakeTest.class.getClassLoader(), new Class<?>[] {Connection.class}, (proxy, method, arguments) -> {
                    switched.add(method.getName());
                    return null;
                });
        ReplyLine line = TestConnections.line(ReplyOrder.REQUEST, new TestSink((bytes, offset, length) -> {}));
        LimitEvents events = new LimitEvents("intake", new ServerCounters());
        return new Intake(connection, line, ServerLimits.defaults(), events);
    }

    /** The write queue may have been asked before, and tell only now. */
    @Test
    void stoppedReadingStaysStoppedWhenThereIsRoomToWrite() throws Exception {
        Intake intake = intake();
        intake.stop();
        intake.whenQueueIsShort.onWritePossible();
        assertEquals(switched, List.of("disableIOEvent"));
    }
}
