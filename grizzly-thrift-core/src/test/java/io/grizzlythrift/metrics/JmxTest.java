package io.grizzlythrift.metrics;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertFalse;
import static org.testng.Assert.assertTrue;

import io.grizzlythrift.internal.metrics.CounterRecorder;
import io.grizzlythrift.limits.LimitType;
import io.grizzlythrift.limits.ServerLimits;
import io.grizzlythrift.message.ThriftProtocol;
import io.grizzlythrift.server.ThriftServer;
import io.grizzlythrift.test.Await;
import io.grizzlythrift.test.everything.EverythingHandler;
import io.grizzlythrift.test.gen.Everything;
import io.grizzlythrift.test.server.RawClient;
import io.grizzlythrift.test.server.Requests;
import io.grizzlythrift.test.server.Strategies;
import java.lang.management.ManagementFactory;
import java.util.Set;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import javax.management.openmbean.CompositeData;
import javax.management.openmbean.TabularData;
import org.testng.annotations.Test;

/** Tests servers in the platform MBean server, in the form in which tools read them. */
@Test(timeOut = 60_000)
public final class JmxTest {
    private static final MBeanServer BEANS = ManagementFactory.getPlatformMBeanServer();
    private static final Requests REQUESTS = new Requests(ThriftProtocol.BINARY);

    private static ThriftServer start(String name) {
        return Strategies.WORKER_THREAD
                .builder(new Everything.Processor<>(new EverythingHandler()))
                .name(name)
                .jmx(true)
                .build()
                .start();
    }

    private static ObjectName beanOf(String name) throws Exception {
        return new ObjectName("io.grizzlythrift:type=ThriftServer,name=" + name);
    }

    private static void echo(ThriftServer server, int times) throws Exception {
        try (RawClient client = new RawClient(server)) {
            for (int i = 0; i < times; i++) {
                client.sendFrames(REQUESTS.echoString(i, "fine"));
                client.readReply(ThriftProtocol.BINARY).assertEchoString(i, "fine");
            }
            assertEquals(server.counters().openConnections(), 1);
        }
    }

    private static CompositeData figuresOf(ObjectName bean, String method) throws Exception {
        TabularData methods = (TabularData) BEANS.getAttribute(bean, "Methods");
        return (CompositeData) methods.get(new Object[] {method}).get("value");
    }

    private static long valueOf(Object table, String key) {
        return (long) ((TabularData) table).get(new Object[] {key}).get("value");
    }

    public void attributesOfAServer() throws Exception {
        ObjectName bean = beanOf("\"shown, \\\"quoted\\\"\"");
        try (ThriftServer server = start("shown, \"quoted\"")) {
            echo(server, 3);
            Await.that("calls stay in flight", () -> server.counters().inFlight() == 0);
            assertEquals(BEANS.getAttribute(bean, "Name"), "shown, \"quoted\"");
            assertTrue(((String[]) BEANS.getAttribute(bean, "Addresses"))[0].endsWith(":" + server.port()));
            assertEquals(BEANS.getAttribute(bean, "Calls"), 3L);
            assertEquals(BEANS.getAttribute(bean, "AcceptedConnections"), 1L);
            assertEquals(BEANS.getAttribute(bean, "InFlight"), 0);
            assertEquals(BEANS.getAttribute(bean, "InFlightLimit"), ServerLimits.DEFAULT_MAX_IN_FLIGHT);
            Object limits = BEANS.getAttribute(bean, "ReachedLimits");
            assertEquals(((TabularData) limits).size(), LimitType.values().length);
            assertEquals(valueOf(limits, "MAX_IN_FLIGHT"), 0);
            ((CounterRecorder) server.counters()).countReached(LimitType.MAX_IN_FLIGHT, 5);
            assertEquals(valueOf(BEANS.getAttribute(bean, "ReachedLimits"), "MAX_IN_FLIGHT"), 5);
            CompositeData echo = figuresOf(bean, "echoString");
            MethodMetrics read = server.metrics().method("", "echoString").orElseThrow();
            assertEquals(echo.get("calls"), 3L);
            assertEquals(echo.get("messageBytes"), read.messageBytes());
            assertEquals(echo.get("replyBytes"), read.replyBytes());
            assertEquals(valueOf(echo.get("outcomes"), "REPLIED"), 3);
            assertEquals(valueOf(echo.get("outcomes"), "REJECTED"), 0);
            double millis = read.handled().total().toNanos() / 1e6;
            assertTrue(millis > 0);
            assertEquals((double) echo.get("handledTotalMillis"), millis);
            assertEquals(figuresOf(bean, "echoBool").get("calls"), 0L);
        }
        assertFalse(BEANS.isRegistered(bean));
    }

    /** Each server has its own entry, and removes only that one. */
    public void twoServersOfOneName() throws Exception {
        ObjectName first = beanOf("\"twins\"");
        ObjectName second = beanOf("\"twins\",id=2");
        try (ThriftServer stays = start("twins")) {
            try (ThriftServer goes = start("twins")) {
                echo(stays, 1);
                echo(goes, 2);
                assertEquals(BEANS.getAttribute(first, "Calls"), 1L);
                assertEquals(BEANS.getAttribute(second, "Calls"), 2L);
            }
            assertFalse(BEANS.isRegistered(second));
            assertEquals(BEANS.getAttribute(first, "Calls"), 1L);
        }
        assertEquals(BEANS.queryNames(new ObjectName("io.grizzlythrift:name=\"twins\",*"), null), Set.of());
    }

    /** A server also stops if its entry was already removed. */
    public void aServerIsRegisteredOnlyOnRequest() throws Exception {
        try (ThriftServer hidden = Strategies.SAME_THREAD
                .builder(new Everything.Processor<>(new EverythingHandler()))
                .name("hidden")
                .build()
                .start()) {
            assertFalse(hidden.config().jmx());
            assertFalse(BEANS.isRegistered(beanOf("\"hidden\"")));
        }
        try (ThriftServer robbed = start("robbed")) {
            assertTrue(robbed.config().jmx());
            BEANS.unregisterMBean(beanOf("\"robbed\""));
        }
    }
}
