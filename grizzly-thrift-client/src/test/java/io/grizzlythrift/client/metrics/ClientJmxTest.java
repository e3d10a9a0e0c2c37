package io.grizzlythrift.client.metrics;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertFalse;
import static org.testng.Assert.assertTrue;

import io.grizzlythrift.client.ThriftClient;
import io.grizzlythrift.client.call.FailureCause;
import io.grizzlythrift.client.gen.Probe;
import io.grizzlythrift.client.testing.scripted.ProbeServer;
import io.grizzlythrift.message.ThriftProtocol;
import io.grizzlythrift.test.Await;
import java.lang.management.ManagementFactory;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import javax.management.openmbean.TabularData;
import org.testng.annotations.Test;

/** Reads clients from the platform's MBean server, as a tool would. */
@Test(timeOut = 60_000)
public class ClientJmxTest {
    private static final MBeanServer BEANS = ManagementFactory.getPlatformMBeanServer();

    private static ObjectName beanOf(String name) throws Exception {
        return new ObjectName("io.grizzlythrift:type=ThriftClient,name=\"" + name + "\"");
    }

    private static Object valueOf(Object table, String key) {
        return ((TabularData) table).get(new Object[] {key}).get("value");
    }

    private static Object endpointOf(ObjectName bean, ProbeServer server) throws Exception {
        return valueOf(BEANS.getAttribute(bean, "Endpoints"), server.endpoint());
    }

    public void attributesOfAClient() throws Exception {
        ObjectName bean = beanOf("jmx-shown");
        try (ProbeServer server = ProbeServer.echoing(ThriftProtocol.COMPACT);
                ThriftClient client =
                        server.client().name("jmx-shown").jmx(true).build()) {
            client.stub(Probe.Iface.class).echo("one");
            client.stub(Probe.Iface.class).echo("two");
            assertEquals(BEANS.getAttribute(bean, "Name"), "jmx-shown");
            assertEquals(BEANS.getAttribute(bean, "Calls"), 2L);
            assertEquals(BEANS.getAttribute(bean, "Completed"), 2L);
            assertEquals(BEANS.getAttribute(bean, "InFlight"), 0L);
            Object failures = BEANS.getAttribute(bean, "Failures");
            assertEquals(((TabularData) failures).size(), FailureCause.values().length);
            assertEquals(valueOf(failures, "TIMED_OUT"), 0L);
            // A connection counts its replies after it has delivered them.
            Await.that(
                    "a call is in flight",
                    () -> valueOf(endpointOf(bean, server), "inFlight").equals(0L));
            Object endpoint = endpointOf(bean, server);
            assertEquals(valueOf(endpoint, "openConnections"), 1L);
            assertEquals(valueOf(endpoint, "connectAttempts"), 1L);
            assertEquals(valueOf(endpoint, "waiting"), 0L);
        }
        assertFalse(BEANS.isRegistered(bean), "the client is closed");
    }

    public void everyAttributeCanBeRead() throws Exception {
        ObjectName bean = beanOf("jmx-all");
        try (ProbeServer server = ProbeServer.echoing(ThriftProtocol.COMPACT);
                ThriftClient client = server.client().name("jmx-all").jmx(true).build()) {
            assertEquals(client.config().jmx(), true);
            for (var attribute : BEANS.getMBeanInfo(bean).getAttributes()) {
                BEANS.getAttribute(bean, attribute.getName());
            }
        }
    }

    public void twoClientsOfOneName() throws Exception {
        ObjectName second = new ObjectName("io.grizzlythrift:type=ThriftClient,name=\"jmx-twice\",id=2");
        try (ProbeServer server = ProbeServer.echoing(ThriftProtocol.COMPACT);
                ThriftClient one = server.client().name("jmx-twice").jmx(true).build();
                ThriftClient two = server.client().name("jmx-twice").jmx(true).build()) {
            assertTrue(BEANS.isRegistered(beanOf("jmx-twice")), one.config().name());
            assertTrue(BEANS.isRegistered(second), two.config().name());
        }
        assertFalse(BEANS.isRegistered(second));
    }

    public void noneUnlessAsked() throws Exception {
        try (ProbeServer server = ProbeServer.echoing(ThriftProtocol.COMPACT);
                ThriftClient client = server.client().name("jmx-none").build()) {
            assertFalse(BEANS.isRegistered(beanOf("jmx-none")), client.config().name());
        }
    }
}
