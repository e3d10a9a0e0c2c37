package io.grizzlythrift.hk2;

import io.grizzlythrift.server.ThriftServerBuilder;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/** What a {@link ThriftBinder} says of its server; bound under the name of the server. */
record BoundServerConfig(
        String name,
        List<Service> services,
        boolean allServices,
        Optional<String> strategy,
        List<Consumer<ThriftServerBuilder>> options,
        boolean immediately) {

    /** A service that was asked for. Without a name it is served under that of its Thrift service. */
    record Service(Optional<String> name, ThriftService type) {}
}
