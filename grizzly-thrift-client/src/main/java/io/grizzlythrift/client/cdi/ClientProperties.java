package io.grizzlythrift.client.cdi;

import io.grizzlythrift.client.ThriftClientBuilder;
import io.grizzlythrift.discovery.EndpointAddress;
import io.grizzlythrift.internal.binding.OptionProperties;
import io.grizzlythrift.internal.binding.PropertySource;
import java.util.Set;
import java.util.regex.Pattern;

/** Describes a client by the properties {@code grizzly.thrift.client.NAME.*}. */
final class ClientProperties {
    static final String PREFIX = "grizzly.thrift.client.";

    /** Without dots, so that no client's properties can be taken for another's. */
    private static final Pattern NAME = Pattern.compile("[\\w-]+");

    private static final Pattern SEPARATOR = Pattern.compile("\\s*,\\s*");

    private ClientProperties() {}

    /**
     * Returns a builder with all options that are set.
     *
     * @param addressRequired whether nothing else can set a server
     * @throws IllegalArgumentException if a property is unknown, out of bounds or missing; the message names it
     */
    static ThriftClientBuilder builder(PropertySource source, String client, boolean addressRequired) {
        if (!NAME.matcher(client).matches()) {
            throw new IllegalArgumentException(
                    "client name is '" + client + "', must consist of letters, digits, '-' and '_'");
        }
        OptionProperties properties = new OptionProperties(source, PREFIX + client + ".");
        ThriftClientBuilder builder =
                io.grizzlythrift.client.ThriftClient.builder().name(client);
        boolean set = properties.apply("address", String.class, servers -> addServers(builder, servers));
        if (!set && addressRequired) {
            throw new IllegalArgumentException(properties.nameOf("address")
                    + " is not set: it must be the servers of the client, as host:port, separated by commas");
        }
        properties.applyTo(builder, Set.of("name"));
        properties.requireNoOthers();
        return builder;
    }

    private static void addServers(ThriftClientBuilder builder, String servers) {
        for (String server : SEPARATOR.split(servers, -1)) {
            EndpointAddress address = EndpointAddress.parse(server);
            builder.endpoint(address.host(), address.port());
        }
    }
}
