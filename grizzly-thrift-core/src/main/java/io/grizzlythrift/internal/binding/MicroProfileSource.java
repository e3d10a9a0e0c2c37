package io.grizzlythrift.internal.binding;

import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.eclipse.microprofile.config.Config;
import org.eclipse.microprofile.config.ConfigProvider;

/** The properties of MicroProfile Config. The only class that refers to it. */
final class MicroProfileSource extends PropertySource {
    private final Config config = ConfigProvider.getConfig();

    @Override
    public Optional<String> get(String name) {
        return config.getOptionalValue(name, String.class);
    }

    @Override
    public Set<String> names() {
        Set<String> names = new TreeSet<>();
        config.getPropertyNames().forEach(names::add);
        return names;
    }
}
