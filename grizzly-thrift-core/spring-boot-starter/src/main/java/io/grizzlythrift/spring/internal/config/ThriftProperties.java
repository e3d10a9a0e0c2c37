package io.grizzlythrift.spring.internal.config;

import java.util.Map;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.NestedConfigurationProperty;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * The properties of all servers and clients. Unknown properties fail the start.
 *
 * @param server The server of beans that name none.
 * @param servers Further servers, by the name that beans give in @ThriftService(server).
 * @param client Clients, by the name that stubs give in @ImportThriftClients(client).
 */
@ConfigurationProperties(prefix = ThriftProperties.PREFIX, ignoreUnknownFields = false)
public record ThriftProperties(
        @NestedConfigurationProperty @DefaultValue ServerOptions server,
        @DefaultValue Map<String, ServerOptions> servers,
        @DefaultValue Map<String, ClientOptions> client) {
    public static final String PREFIX = "grizzly.thrift";
}
