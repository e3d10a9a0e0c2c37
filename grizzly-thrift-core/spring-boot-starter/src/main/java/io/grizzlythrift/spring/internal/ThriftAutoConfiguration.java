package io.grizzlythrift.spring.internal;

import io.grizzlythrift.spring.internal.client.ClientRegistry;
import io.grizzlythrift.spring.internal.client.StubRegistrar;
import io.grizzlythrift.spring.internal.config.BundleTls;
import io.grizzlythrift.spring.internal.config.ThriftProperties;
import io.grizzlythrift.spring.internal.server.ServerLifecycle;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.ssl.SslBundles;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Lazy;

/** The servers and clients of an application. */
@AutoConfiguration
@EnableConfigurationProperties(ThriftProperties.class)
public class ThriftAutoConfiguration {
    @Bean
    BundleTls thriftBundleTls(ObjectProvider<SslBundles> bundles) {
        return new BundleTls(bundles);
    }

    /** Not lazy, even if the application is: nothing injects it. */
    @Bean
    @Lazy(false)
    ServerLifecycle thriftServers(
            ConfigurableApplicationContext context, ThriftProperties properties, BundleTls bundles) {
        return new ServerLifecycle(context, properties, bundles);
    }

    @Bean(StubRegistrar.CLIENTS)
    @Lazy(false)
    ClientRegistry thriftClients(
            ConfigurableApplicationContext context, ThriftProperties properties, BundleTls bundles) {
        return new ClientRegistry(context, properties, bundles);
    }
}
