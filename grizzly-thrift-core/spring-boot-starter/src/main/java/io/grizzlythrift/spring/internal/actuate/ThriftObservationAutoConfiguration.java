package io.grizzlythrift.spring.internal.actuate;

import io.micrometer.observation.ObservationRegistry;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.context.annotation.Bean;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;

/** Observes calls, if the application has a registry of observations, which Spring Boot's actuator brings. */
@AutoConfiguration(
        afterName = {
            "org.springframework.boot.actuate.autoconfigure.observation.ObservationAutoConfiguration",
            "org.springframework.boot.micrometer.observation.autoconfigure.ObservationAutoConfiguration"
        })
@ConditionalOnClass(ObservationRegistry.class)
@ConditionalOnBean(ObservationRegistry.class)
public class ThriftObservationAutoConfiguration {
    @Bean
    @Order(Ordered.HIGHEST_PRECEDENCE)
    ServerObservations thriftServerObservations(ObservationRegistry registry) {
        return new ServerObservations(registry);
    }

    @Bean
    @Order(Ordered.HIGHEST_PRECEDENCE)
    ClientObservations thriftClientObservations(ObservationRegistry registry) {
        return new ClientObservations(registry);
    }
}
