package io.grizzlythrift.server;

import java.lang.management.ManagementFactory;
import javax.management.InstanceAlreadyExistsException;
import javax.management.InstanceNotFoundException;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A server's place in the platform's MBean server. */
final class JmxRegistration {
    private static final Logger LOG = LoggerFactory.getLogger(ThriftServer.class);
    private static final MBeanServer BEANS = ManagementFactory.getPlatformMBeanServer();

    private final ObjectName name;

    private JmxRegistration(ObjectName name) {
        this.name = name;
    }

    /** Registers a started server under its name, with a number behind it if another one has that. */
    static JmxRegistration of(ThriftServer server) {
        JmxServer bean = new JmxServer(server);
        String base = "io.grizzlythrift:type=ThriftServer,name="
                + ObjectName.quote(server.config().name());
        try {
            for (int id = 1; ; id++) {
                ObjectName name = new ObjectName(id == 1 ? base : base + ",id=" + id);
                try {
                    BEANS.registerMBean(bean, name);
                    return new JmxRegistration(name);
                } catch (InstanceAlreadyExistsException e) {
                    LOG.debug("{} is taken", name);
                }
            }
        } catch (JMException e) {
            throw new IllegalStateException("cannot register " + base, e);
        }
    }

    /** Takes the server out again, unless somebody did. */
    void end() {
        try {
            BEANS.unregisterMBean(name);
        } catch (InstanceNotFoundException e) {
            LOG.debug("{} was gone already", name);
        } catch (JMException e) {
            LOG.warn("cannot unregister {}", name, e);
        }
    }
}
