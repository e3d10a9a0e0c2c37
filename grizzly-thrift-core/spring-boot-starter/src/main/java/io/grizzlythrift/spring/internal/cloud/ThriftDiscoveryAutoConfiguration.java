package io.grizzlythrift.spring.internal.cloud;

import io.grizzlythrift.client.discovery.PollingResolver;
import io.grizzlythrift.discovery.EndpointAddress;
import io.grizzlythrift.spring.internal.client.ServiceResolver;
import java.time.Duration;
import java.util.List;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.cloud.client.ServiceInstance;
import org.springframework.cloud.client.discovery.DiscoveryClient;
import org.springframework.context.annotation.Bean;

/**
 * Finds servers by Spring Cloud's discovery client, which may block and keeps its own cache: it is asked again every ten
 * seconds, and when connecting to a server fails. If an instance has the metadata {@value #PORT}, that is its Thrift port;
 * otherwise it is the port of the instance. {@value #ZONE} is its zone.
 */
@AutoConfiguration(afterName = "org.springframework.cloud.client.CommonsClientAutoConfiguration")
@ConditionalOnClass(DiscoveryClient.class)
public class ThriftDiscoveryAutoConfiguration {
    static final String PORT = "thrift.port";
    static final String ZONE = "zone";

    private static final Duration VALID = Duration.ofSeconds(10);

    @Bean
    @ConditionalOnBean(DiscoveryClient.class)
    ServiceResolver thriftServiceResolver(DiscoveryClient discovery) {
        return service -> PollingResolver.of(
                "service " + service, () -> new PollingResolver.Answer(servers(discovery, service), VALID));
    }

    private static List<EndpointAddress> servers(DiscoveryClient discovery, String service) {
        return discovery.getInstances(service).stream()
                .map(ThriftDiscoveryAutoConfiguration::address)
                .distinct()
                .toList();
    }

    private static EndpointAddress address(ServiceInstance instance) {
        String port = instance.getMetadata().get(PORT);
        EndpointAddress address =
                EndpointAddress.of(instance.getHost(), port == null ? instance.getPort() : Integer.parseInt(port));
        String zone = instance.getMetadata().get(ZONE);
        return zone == null || zone.isBlank() ? address : address.withZone(zone);
    }
}
