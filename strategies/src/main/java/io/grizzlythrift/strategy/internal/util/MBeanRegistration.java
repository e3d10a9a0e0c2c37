package io.grizzlythrift.strategy.internal.util;

import java.lang.management.ManagementFactory;
import javax.management.InstanceAlreadyExistsException;
import javax.management.InstanceNotFoundException;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The registration of an MBean with the platform MBean server. Thread-safe. */
public final class MBeanRegistration {
    private static final Logger LOG = LoggerFactory.getLogger(MBeanRegistration.class);
    private static final MBeanServer BEANS = ManagementFactory.getPlatformMBeanServer();

    private final ObjectName name;

    private MBeanRegistration(ObjectName name) {
        this.name = name;
    }

    /**
     * Registers a bean as {@code io.grizzlythrift:type=<type>,name="<name>"}, with {@code ,id=2}, 3, ...
     * appended if the name is taken.
     *
     * @param type the kind of object that the bean describes
     * @param beanName any text
     * @param bean an MBean or MXBean
     * @return the registration
     * @throws IllegalStateException if the MBean server rejects the bean
     */
    public static MBeanRegistration of(String type, String beanName, Object bean) {
        String base = "io.grizzlythrift:type=" + type + ",name=" + ObjectName.quote(beanName);
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

    /** Unregisters the bean. May be called twice. */
    public void unregister() {
        try {
            BEANS.unregisterMBean(name);
        } catch (InstanceNotFoundException e) {
            LOG.debug("{} was already unregistered", name);
        } catch (JMException e) {
            LOG.warn("cannot unregister {}", name, e);
        }
    }
}
