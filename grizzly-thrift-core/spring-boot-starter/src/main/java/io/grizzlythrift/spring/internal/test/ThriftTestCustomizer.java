package io.grizzlythrift.spring.internal.test;

import java.util.List;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.test.context.ContextCustomizer;
import org.springframework.test.context.MergedContextConfiguration;

/** Adds scripted servers to a context. Contexts of tests that differ in this are not shared. */
record ThriftTestCustomizer(List<String> clients, List<Class<?>> services) implements ContextCustomizer {
    /** The servers are created once all beans are defined: these say which services a client calls. */
    @Override
    public void customizeContext(ConfigurableApplicationContext context, MergedContextConfiguration mergedConfig) {
        context.addBeanFactoryPostProcessor(new ScriptedServers(context.getEnvironment(), clients, services));
    }
}
