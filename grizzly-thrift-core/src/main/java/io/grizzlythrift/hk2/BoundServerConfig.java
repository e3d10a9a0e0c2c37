package io.grizzlythrift.hk2;

import io.grizzlythrift.internal.binding.HandlerContract;
import io.grizzlythrift.server.ThriftListenerBuilder;
import io.grizzlythrift.server.ThriftServerBuilder;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.glassfish.grizzly.nio.transport.TCPNIOTransport;

/** The configuration that a {@link ThriftBinder} binds under the name of its server. */
record BoundServerConfig(
        String name,
        List<Service> services,
        boolean allServices,
        Optional<String> strategy,
        List<Consumer<ThriftServerBuilder>> options,
        Optional<OnTransport> onTransport,
        boolean immediately) {

    /** Where a listener is, which takes the place of a server, and its options. */
    record OnTransport(Supplier<TCPNIOTransport> transport, Consumer<ThriftListenerBuilder> options) {}

    /** A requested service. If it has no name, the name of its Thrift service applies. */
    record Service(Optional<String> name, HandlerContract type) {}
}
