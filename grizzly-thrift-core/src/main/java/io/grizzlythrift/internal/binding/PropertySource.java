package io.grizzlythrift.internal.binding;

import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Reads properties from MicroProfile Config if the application has it, and otherwise from the system properties. */
public abstract class PropertySource {
    private static final Logger LOG = LoggerFactory.getLogger(PropertySource.class);

    /**
     * Returns the properties of the application to which the context class loader of this thread belongs. Only a class
     * that this method tries to use refers to MicroProfile Config, which is an optional dependency.
     */
    public static PropertySource current() {
        try {
            return new MicroProfileSource();
        } catch (NoClassDefFoundError e) {
            LOG.debug("there is no MicroProfile Config, so properties are system properties");
        } catch (IllegalStateException e) { // its API without an implementation
            LOG.info("MicroProfile Config cannot be used, so properties are system properties: {}", e.getMessage());
        }
        return new SystemSource();
    }

    /** {@return the value of a property; empty if it is not set} */
    public abstract Optional<String> get(String name);

    /** {@return the names of all properties that are set} */
    public abstract Set<String> names();

    private static final class SystemSource extends PropertySource {
        @Override
        public Optional<String> get(String name) {
            return Optional.ofNullable(System.getProperty(name));
        }

        @Override
        public Set<String> names() {
            return new TreeSet<>(System.getProperties().stringPropertyNames());
        }
    }
}
