package io.grizzlythrift.spring.internal.client;

import io.grizzlythrift.client.ThriftClient;
import io.grizzlythrift.client.ThriftClientBuilder;
import io.grizzlythrift.client.call.ClientInterceptor;
import io.grizzlythrift.discovery.EndpointAddress;
import io.grizzlythrift.spring.ThriftClientCustomizer;
import io.grizzlythrift.spring.internal.config.BuilderOptions;
import io.grizzlythrift.spring.internal.config.BundleTls;
import io.grizzlythrift.spring.internal.config.ClientOptions;
import io.grizzlythrift.spring.internal.config.ThriftConfigurationException;
import io.grizzlythrift.tls.TlsConfig;
import java.util.List;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.core.env.Environment;
import org.springframework.util.StringUtils;

/** Creates clients from properties and beans. */
final class ClientFactory {
    private static final String PREFIX = "grizzly.thrift.client.";

    private final ListableBeanFactory beans;
    private final BundleTls bundles;
    private final Environment environment;

    ClientFactory(ListableBeanFactory beans, BundleTls bundles, Environment environment) {
        this.beans = beans;
        this.bundles = bundles;
        this.environment = environment;
    }

    /**
     * Creates a client.
     *
     * @throws ThriftConfigurationException if the options are not valid, with the name of the property
     */
    ThriftClient create(String name, ClientOptions options) {
        BuilderOptions properties = new BuilderOptions(PREFIX + name + ".", options);
        try {
            ThriftClientBuilder builder = checked(name, options);
            setServers(options, properties, builder);
            beans.getBeanProvider(ThriftClientCustomizer.class)
                    .orderedStream()
                    .forEach(customizer -> customizer.customize(name, builder));
            return builder.build();
        } catch (ThriftConfigurationException e) {
            throw e;
        } catch (IllegalArgumentException | IllegalStateException e) {
            throw new ThriftConfigurationException(
                    "The Thrift client '" + name + "' cannot be created: " + e.getMessage(),
                    "Change the properties " + PREFIX + name
                            + ".*, or the ThriftClientCustomizer that sets its options.",
                    e);
        } catch (NoClassDefFoundError e) {
            throw ThriftConfigurationException.missingClass("The Thrift client '" + name + "'", e);
        }
    }

    /** {@return a builder with all options that can be checked before the application has started} */
    ThriftClientBuilder checked(String name, ClientOptions options) {
        BuilderOptions properties = new BuilderOptions(PREFIX + name + ".", options);
        ThriftClientBuilder builder = ThriftClient.builder().name(name);
        properties.applyTo(builder);
        if (options.headers() != null) {
            properties.set("headers", options.headers(), headers -> headers.forEach(builder::header));
        }
        ClientPolicies.set(options, properties, builder);
        if (options.sasl() != null) {
            ClientSasl.set(options.sasl(), properties, builder);
        }
        setTls(options, properties, builder);
        beans.getBeanProvider(ClientInterceptor.class).orderedStream().forEach(builder::interceptor);
        return builder;
    }

    private void setTls(ClientOptions options, BuilderOptions properties, ThriftClientBuilder builder) {
        ClientOptions.Ssl ssl = options.ssl();
        if (ssl != null && StringUtils.hasText(ssl.bundle())) {
            properties.set("ssl.bundle", ssl.bundle(), bundle -> {
                TlsConfig.Builder tls = bundles.builder(bundle);
                if (ssl.verifyHostName() != null) {
                    tls.verifyHostName(ssl.verifyHostName());
                }
                if (ssl.serverName() != null) {
                    tls.serverName(ssl.serverName());
                }
                builder.tls(tls.build());
            });
        }
    }

    private void setServers(ClientOptions options, BuilderOptions properties, ThriftClientBuilder builder) {
        List<String> addresses = options.address();
        if (addresses != null) {
            for (String address : addresses) {
                String resolved = environment.resolveRequiredPlaceholders(address);
                properties.set("address", resolved, each -> {
                    EndpointAddress server = EndpointAddress.parse(each);
                    builder.endpoint(server.host(), server.port());
                });
            }
        }
        if (StringUtils.hasText(options.serviceId())) {
            ServiceResolver resolver =
                    beans.getBeanProvider(ServiceResolver.class).getIfAvailable();
            if (resolver == null) {
                throw new ThriftConfigurationException(
                        "The property " + properties.nameOf("serviceId") + " is set to '" + options.serviceId()
                                + "', but the application has no DiscoveryClient of Spring Cloud.",
                        "Add a starter of Spring Cloud for your registry, which brings"
                                + " org.springframework.cloud:spring-cloud-commons; or set "
                                + properties.nameOf("address") + " instead.");
            }
            builder.resolver(resolver.resolver(options.serviceId()));
        }
    }
}
