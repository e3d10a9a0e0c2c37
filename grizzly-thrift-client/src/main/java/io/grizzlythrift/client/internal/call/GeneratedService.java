package io.grizzlythrift.client.internal.call;

import java.util.Optional;
import org.apache.thrift.TServiceClient;
import org.apache.thrift.TServiceClientFactory;
import org.apache.thrift.protocol.TMultiplexedProtocol;
import org.apache.thrift.protocol.TProtocol;

/**
 * One service that a client calls: the factory of its generated clients, and its name on a multiplexed server.
 */
public final class GeneratedService {
    private final int index;
    private final TServiceClientFactory<?> clients;
    private final Optional<String> name;

    /**
     * Creates a service.
     *
     * @param index 0, 1, 2 ...: the position at which codecs keep their client of this service
     */
    public GeneratedService(int index, TServiceClientFactory<?> clients, Optional<String> name) {
        this.index = index;
        this.clients = clients;
        this.name = name;
    }

    int index() {
        return index;
    }

    public Optional<String> name() {
        return name;
    }

    TServiceClient newClient(TProtocol protocol) {
        TProtocol out = name.isPresent() ? new TMultiplexedProtocol(protocol, name.get()) : protocol;
        return clients.getClient(protocol, out);
    }
}
