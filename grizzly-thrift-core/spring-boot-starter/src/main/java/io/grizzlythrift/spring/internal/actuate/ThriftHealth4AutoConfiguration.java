package io.grizzlythrift.spring.internal.actuate;

import io.grizzlythrift.spring.ThriftClients;
import io.grizzlythrift.spring.internal.ThriftAutoConfiguration;
import io.grizzlythrift.spring.internal.server.ServerLifecycle;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.health.autoconfigure.contributor.ConditionalOnEnabledHealthIndicator;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.context.annotation.Bean;

/** Health in Spring Boot 4. The same with the other packages in {@link ThriftHealthAutoConfiguration}. */
@AutoConfiguration(after = ThriftAutoConfiguration.class)
@ConditionalOnClass({HealthIndicator.class, ConditionalOnEnabledHealthIndicator.class})
public class ThriftHealth4AutoConfiguration {
    @Bean
    @ConditionalOnEnabledHealthIndicator("thrift-server")
    @ConditionalOnMissingBean(name = "thriftServerHealthIndicator")
    HealthIndicator thriftServerHealthIndicator(ServerLifecycle servers) {
        return () -> {
            ServerHealth health = ServerHealth.of(servers);
            return Health.status(health.state().name())
                    .withDetails(health.details())
                    .build();
        };
    }

    @Bean
    @ConditionalOnEnabledHealthIndicator("thrift-client")
    @ConditionalOnMissingBean(name = "thriftClientHealthIndicator")
    HealthIndicator thriftClientHealthIndicator(ThriftClients clients) {
        return () -> {
            ClientHealth health = ClientHealth.of(clients);
            return (health.isUp() ? Health.up() : Health.down())
                    .withDetails(health.details())
                    .build();
        };
    }
}
