package io.grizzlythrift.spring.internal.actuate;

import io.grizzlythrift.spring.ThriftClients;
import io.grizzlythrift.spring.ThriftServers;
import io.grizzlythrift.spring.internal.ThriftAutoConfiguration;
import org.springframework.boot.actuate.autoconfigure.endpoint.condition.ConditionalOnAvailableEndpoint;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;

/** The endpoint, where it is exposed. */
@AutoConfiguration(after = ThriftAutoConfiguration.class)
@ConditionalOnClass({Endpoint.class, ConditionalOnAvailableEndpoint.class})
public class ThriftEndpointAutoConfiguration {
    @Bean
    @ConditionalOnAvailableEndpoint(endpoint = ThriftEndpoint.class)
    @ConditionalOnMissingBean
    ThriftEndpoint thriftEndpoint(ThriftServers servers, ThriftClients clients) {
        return new ThriftEndpoint(servers, clients);
    }
}
