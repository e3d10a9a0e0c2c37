package io.grizzlythrift.metrics.recorder;

import io.grizzlythrift.metrics.ServerCounters;
import io.grizzlythrift.metrics.ServerMetrics;
import java.lang.management.ManagementFactory;
import java.net.InetSocketAddress;
import java.util.List;
import javax.management.InstanceAlreadyExistsException;
import javax.management.InstanceNotFoundException;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The registration of a server with the MBean server of the platform. Thread-safe. */
public final class MBeanRegistration {
    private static final Logger LOG = LoggerFactory.getLogger(MBeanRegistration.class);
    private static final MBeanServer BEANS = ManagementFactory.getPlatformMBeanServer();

    private final ObjectName name;

    private MBeanRegistration(ObjectName name) {
        this.name = name;
    }

    /** Registers a started server under its name, with a number if the name is taken. */
    public static MBeanRegistration of(
            String serverName, List<InetSocketAddress> addresses, ServerCounters counters, ServerMetrics metrics) {
        ServerMBean bean = new ServerMBean(serverName, addresses, counters, metrics);
        String base = "io.grizzlythrift:type=ThriftServer,name=" + ObjectName.quote(serverName);
        try {
            for (int id = 1; ; id++) {
                ObjectName name = new ObjectName(id == 1 ? base : base + ",id=" + id);
                try {
                    BEANS.registerMBean(bean, name);
                    return new MBeanRegistration(name);
                } catch (InstanceAlreadyExistsException e) {
                    LOG.debug("{} is taken", name);
                }
            }
        } catch (JMException e) {
            throw new IllegalStateException("cannot register " + base, e);
        }
    }

    /** Unregisters the server. May be called twice. */
    public void unregister() {
        try {
            BEANS.unregisterMBean(name);
        } catch (InstanceNotFoundException e) {
            LOG.debug("{} was gone already", name);
        } catch (JMException e) {
            LOG.warn("cannot unregister {}", name, e);
        }
    }
}
