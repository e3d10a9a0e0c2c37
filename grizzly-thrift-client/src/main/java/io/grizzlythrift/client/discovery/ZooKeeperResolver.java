package io.grizzlythrift.client.discovery;

import io.grizzlythrift.discovery.ZooKeeperAnnouncer;
import java.util.Objects;
import org.apache.curator.framework.CuratorFramework;

/**
 * Finds servers that are registered in ZooKeeper, as nodes {@code BASE/SERVICE/ID}, by {@link ZooKeeperAnnouncer} or
 * any other program that writes the JSON of curator-x-discovery.
 *
 * <pre>{@code
 * ThriftClient client = ThriftClient.builder()
 *         .resolver(ZooKeeperResolver.of(curator, "/services", "calculator"))
 *         .build();
 * }</pre>
 *
 * <p>The nodes are read once, and again when ZooKeeper reports changes. A server that is added, changed or removed is
 * noticed within milliseconds; a server that is killed, when its session times out. While the connection to ZooKeeper
 * is lost, the last answer stays in use; each loss is counted as a failure. A node that cannot be read is skipped, and
 * reported as a failure with its path. If two nodes have the same host and port, because a server was killed and
 * started again, the node that was registered last is used. Nodes that are not {@code enabled} are skipped.
 *
 * <p>Needs ZooKeeper 3.6 or newer. The path need not exist, and nothing is written. Immutable; several clients may use
 * it.
 */
@SuppressWarnings("exports") // Curator is optional: a module that uses this requires it
public final class ZooKeeperResolver implements Resolver {
    private final CuratorFramework curator;
    private final String servicePath;

    private ZooKeeperResolver(CuratorFramework curator, String servicePath) {
        this.curator = curator;
        this.servicePath = servicePath;
    }

    /**
     * Creates a resolver of one service.
     *
     * @param curator must be started; close it after the client; may be shared
     * @param basePath the path of all services, such as {@code /services}
     * @param serviceName the name of the service, without a slash
     * @return a resolver
     * @throws IllegalArgumentException if the path or the name is not valid
     */
    public static ZooKeeperResolver of(CuratorFramework curator, String basePath, String serviceName) {
        return new ZooKeeperResolver(
                Objects.requireNonNull(curator, "curator"), ZooKeeperAnnouncer.servicePath(basePath, serviceName));
    }

    @Override
    public Resolution start(Listener listener) {
        WatchedService service = new WatchedService(curator, servicePath, listener);
        service.start();
        return service;
    }

    /** {@return the path of the service} */
    @Override
    public String toString() {
        return "ZooKeeper " + servicePath;
    }
}
