package io.grizzlythrift.bench.ycsb;

import io.grizzlythrift.client.ThriftClient;
import io.grizzlythrift.message.ThriftProtocol;
import io.grizzlythrift.samples.mapkeeper.gen.MapKeeper;
import io.grizzlythrift.samples.mapkeeper.ycsb.MapKeeperConnection;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Optional;

/**
 * One client and one stub for all threads of the process: created on the first lease, closed when the last one is
 * released. Thread-safe.
 */
final class SharedMapKeeper {
    private final Duration callTimeout;
    private Optional<Open> open = Optional.empty();
    private int leases;

    SharedMapKeeper(Duration callTimeout) {
        this.callTimeout = callTimeout;
    }

    /**
     * Leases the client to a thread.
     *
     * @param connections number of connections of the client, if this is the first lease
     * @throws IllegalStateException if the client is still leased for another server
     */
    synchronized MapKeeperConnection lease(String host, int port, int connections) {
        InetSocketAddress endpoint = InetSocketAddress.createUnresolved(host, port);
        Open shared = open.orElseGet(() -> Open.of(endpoint, connections, callTimeout));
        if (!shared.endpoint.equals(endpoint)) {
            throw new IllegalStateException(leases + " threads still call " + shared.endpoint + ", not " + endpoint);
        }
        open = Optional.of(shared);
        leases++;
        return new MapKeeperConnection(shared.mapKeeper, this::release);
    }

    private synchronized void release() {
        leases--;
        if (leases == 0) {
            open.ifPresent(shared -> shared.client.close());
            open = Optional.empty();
        }
    }

    private record Open(InetSocketAddress endpoint, ThriftClient client, MapKeeper.Iface mapKeeper) {
        static Open of(InetSocketAddress endpoint, int connections, Duration callTimeout) {
            ThriftClient client = ThriftClient.builder()
                    .name("ycsb")
                    .endpoint(endpoint.getHostString(), endpoint.getPort())
                    .protocol(ThriftProtocol.COMPACT)
                    .connectionsPerEndpoint(connections)
                    .callTimeout(callTimeout)
                    .build();
            return new Open(endpoint, client, client.stub(MapKeeper.Iface.class));
        }
    }
}
