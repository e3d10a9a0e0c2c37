package io.grizzlythrift.spring.internal.test;

import io.grizzlythrift.spring.ThriftService;
import io.grizzlythrift.spring.internal.client.ImportedStub;
import io.grizzlythrift.spring.internal.config.ThriftConfigurationException;
import io.grizzlythrift.spring.internal.config.ThriftProperties;
import io.grizzlythrift.testkit.ScriptedServer;
import io.grizzlythrift.testkit.ScriptedServerBuilder;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.beans.factory.config.BeanFactoryPostProcessor;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.beans.factory.support.AutowireCandidateQualifier;
import org.springframework.beans.factory.support.BeanDefinitionRegistry;
import org.springframework.beans.factory.support.RootBeanDefinition;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.MapPropertySource;
import org.springframework.core.env.MutablePropertySources;
import org.springframework.test.context.support.TestPropertySourceUtils;

/** Starts a scripted server for each client, and points the properties of the client at it. */
final class ScriptedServers implements BeanFactoryPostProcessor {
    private static final String CLIENTS = "grizzlyThriftScriptedServers";
    private static final String PORTS = "grizzlyThriftFreePorts";

    private final ConfigurableEnvironment environment;
    private final List<String> clients;
    private final List<Class<?>> services;

    ScriptedServers(ConfigurableEnvironment environment, List<String> clients, List<Class<?>> services) {
        this.environment = environment;
        this.clients = clients;
        this.services = services;
    }

    @Override
    public void postProcessBeanFactory(ConfigurableListableBeanFactory beans) {
        List<ImportedStub> stubs = ImportedStub.in(beans);
        Set<String> names = new TreeSet<>(clients);
        if (clients.isEmpty()) {
            stubs.forEach(stub -> names.add(stub.client()));
        }
        Map<String, Object> properties = new LinkedHashMap<>();
        for (String client : names) {
            ScriptedServer server = start(client, stubs, beans);
            String prefix = ThriftProperties.PREFIX + ".client." + client + ".";
            properties.put(prefix + "address", server.endpoint());
            properties.put(prefix + "service-id", "");
            properties.put(prefix + "ssl.bundle", "");
            properties.put(prefix + "sasl.mechanism", "");
        }
        MutablePropertySources sources = environment.getPropertySources();
        sources.addFirst(new MapPropertySource(CLIENTS, properties));
        addFreePorts(sources, beans);
    }

    private ScriptedServer start(String client, List<ImportedStub> stubs, ConfigurableListableBeanFactory beans) {
        Map<String, Class<?>> known = new TreeMap<>();
        stubs.stream()
                .filter(stub -> stub.client().equals(client))
                .forEach(stub -> known.put(stub.serviceName(), stub.generated()));
        services.forEach(service -> known.putIfAbsent(service.getSimpleName(), service));
        if (known.isEmpty()) {
            throw new ThriftConfigurationException(
                    "@ThriftTest names the client '" + client + "', for which no stub is imported.",
                    "Name one of the clients of @ImportThriftClients, or add the generated classes of its services, as in"
                            + " @ThriftTest(clients = \"" + client + "\", services = Prices.class).");
        }
        String name = client + ".ScriptedServer";
        RootBeanDefinition definition = new RootBeanDefinition(ScriptedServer.class, () -> {
            ScriptedServerBuilder builder = ScriptedServer.builder();
            known.forEach(builder::service);
            return builder.start();
        });
        definition.addQualifier(new AutowireCandidateQualifier(Qualifier.class, client));
        definition.setDestroyMethodName("close"); // also if the context does not start
        ((BeanDefinitionRegistry) beans).registerBeanDefinition(name, definition);
        return beans.getBean(name, ScriptedServer.class);
    }

    /** Has less precedence than properties of the test itself. */
    private static void addFreePorts(MutablePropertySources sources, ConfigurableListableBeanFactory beans) {
        Map<String, Object> ports = new LinkedHashMap<>();
        for (String server : servers(beans)) {
            String name = server.equals(ThriftService.DEFAULT_SERVER) ? "server" : "servers." + server;
            ports.put(ThriftProperties.PREFIX + "." + name + ".port", 0);
        }
        MapPropertySource source = new MapPropertySource(PORTS, ports);
        if (sources.contains(TestPropertySourceUtils.INLINED_PROPERTIES_PROPERTY_SOURCE_NAME)) {
            sources.addAfter(TestPropertySourceUtils.INLINED_PROPERTIES_PROPERTY_SOURCE_NAME, source);
        } else {
            sources.addFirst(source);
        }
    }

    private static List<String> servers(ConfigurableListableBeanFactory beans) {
        List<String> servers = new ArrayList<>();
        for (String bean : beans.getBeanDefinitionNames()) {
            ThriftService annotation = beans.findAnnotationOnBean(bean, ThriftService.class, false);
            if (annotation != null) {
                servers.add(annotation.server());
            }
        }
        return servers;
    }
}
