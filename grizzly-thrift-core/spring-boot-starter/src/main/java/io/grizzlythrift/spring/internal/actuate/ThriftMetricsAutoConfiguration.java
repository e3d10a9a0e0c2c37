package io.grizzlythrift.spring.internal.actuate;

import io.grizzlythrift.client.micrometer.ThriftClientMetricsBinder;
import io.grizzlythrift.micrometer.ThriftServerMetricsBinder;
import io.grizzlythrift.spring.internal.client.ClientBinding;
import io.grizzlythrift.spring.internal.server.ServerBinding;
import io.micrometer.core.instrument.MeterRegistry;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.context.annotation.Bean;

/** Binds the meters of servers and clients while they run, if the application has a registry. */
@AutoConfiguration
@ConditionalOnClass(MeterRegistry.class)
public class ThriftMetricsAutoConfiguration {
    @Bean
    ServerBinding thriftServerMeters(ObjectProvider<MeterRegistry> registry) {
        return server -> {
            ThriftServerMetricsBinder binder = new ThriftServerMetricsBinder(server);
            registry.ifUnique(binder::bindTo);
            return binder;
        };
    }

    @Bean
    ClientBinding thriftClientMeters(ObjectProvider<MeterRegistry> registry) {
        return client -> {
            ThriftClientMetricsBinder binder = new ThriftClientMetricsBinder(client);
            registry.ifUnique(binder::bindTo);
            return binder;
        };
    }
}
