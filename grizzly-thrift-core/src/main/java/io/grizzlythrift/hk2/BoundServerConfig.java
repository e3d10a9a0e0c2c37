package io.grizzlythrift.hk2;

import io.grizzlythrift.internal.binding.HandlerContract;
import io.grizzlythrift.server.ThriftServerBuilder;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/** The configuration that a {@link ThriftBinder} binds under the name of its server. */
record BoundServerConfig(
        String name,
        List<Service> services,
        boolean allServices,
        Optional<String> strategy,
        List<Consumer<ThriftServerBuilder>> options,
        boolean immediately) {

    /** A requested service. If it has no name, the name of its Thrift service applies. */
    record Service(Optional<String> name, HandlerContract type) {}
}
