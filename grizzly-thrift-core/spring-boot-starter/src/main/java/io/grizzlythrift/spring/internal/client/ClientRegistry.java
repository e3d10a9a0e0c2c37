package io.grizzlythrift.spring.internal.client;

import io.grizzlythrift.client.ThriftClient;
import io.grizzlythrift.spring.ThriftClientCustomizer;
import io.grizzlythrift.spring.ThriftClients;
import io.grizzlythrift.spring.internal.config.BundleTls;
import io.grizzlythrift.spring.internal.config.ClientOptions;
import io.grizzlythrift.spring.internal.config.ThriftConfigurationException;
import io.grizzlythrift.spring.internal.config.ThriftProperties;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.util.StringUtils;

/**
 * Creates each client when it is first used. Spring closes them after all beans that have stubs are destroyed, which
 * includes handlers of servers. Checks the options of all of them when the context starts.
 */
public final class ClientRegistry implements ThriftClients, SmartInitializingSingleton, DisposableBean {
    private static final Logger LOG = LoggerFactory.getLogger(ClientRegistry.class);

    /** For clients whose servers a customizer sets. */
    private static final ClientOptions NONE =
            new Binder(new MapConfigurationPropertySource(Map.of())).bindOrCreate("none", ClientOptions.class);

    private final ConfigurableListableBeanFactory beans;
    private final Map<String, ClientOptions> options;
    private final ClientFactory factory;
    private final Map<String, ThriftClient> clients = new ConcurrentHashMap<>();
    private final List<AutoCloseable> bound = new ArrayList<>();
    private volatile boolean closed;

    public ClientRegistry(ConfigurableApplicationContext context, ThriftProperties properties, BundleTls bundles) {
        beans = context.getBeanFactory();
        options = properties.client();
        factory = new ClientFactory(beans, bundles, context.getEnvironment());
    }

    @Override
    public void afterSingletonsInstantiated() {
        options.forEach(factory::checked);
        ImportedStub.in(beans).forEach(stub -> requireKnown(stub.client(), "imported by " + stub.source()));
    }

    private void requireKnown(String client, String user) {
        ClientOptions known = options.get(client);
        boolean hasServers = known != null && (known.address() != null || StringUtils.hasText(known.serviceId()));
        if (!hasServers && beans.getBeanNamesForType(ThriftClientCustomizer.class).length == 0) {
            throw new ThriftConfigurationException(
                    "The Thrift client '" + client + "', " + user + ", has no servers. The clients with properties are "
                            + new TreeSet<>(options.keySet()) + ".",
                    "Set grizzly.thrift.client." + client
                            + ".address to its servers, as host:port, separated by commas.");
        }
    }

    /** Creates a client without a lock, because that uses other beans, and closes it if another thread was first. */
    @Override
    public ThriftClient client(String name) {
        ThriftClient existing = clients.get(name);
        if (existing != null) {
            return existing;
        }
        requireOpen(name);
        requireKnown(name, "which is now used");
        ThriftClient created = factory.create(name, options.getOrDefault(name, NONE));
        boolean added = false;
        try {
            List<ClientBinding> bindings =
                    beans.getBeanProvider(ClientBinding.class).orderedStream().toList();
            synchronized (this) {
                requireOpen(name);
                existing = clients.putIfAbsent(name, created);
                added = existing == null;
                if (added) {
                    bindings.forEach(binding -> bound.add(binding.bind(created)));
                }
            }
        } finally {
            if (!added) {
                created.close();
            }
        }
        return added ? created : existing;
    }

    private void requireOpen(String name) {
        if (closed) {
            throw new IllegalStateException("client '" + name + "' is not created, because the context is closed");
        }
    }

    @Override
    public Map<String, ThriftClient> created() {
        return new TreeMap<>(clients);
    }

    @Override
    public void destroy() {
        List<AutoCloseable> all;
        synchronized (this) {
            closed = true;
            all = new ArrayList<>(clients.values());
            all.addAll(bound);
        }
        all.forEach(ClientRegistry::close);
    }

    private static void close(AutoCloseable each) {
        try {
            each.close();
        } catch (Exception e) { // the others are closed all the same
            LOG.error("cannot close {}", each, e);
        }
    }
}
