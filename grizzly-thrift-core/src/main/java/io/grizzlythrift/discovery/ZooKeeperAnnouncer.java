package io.grizzlythrift.discovery;

import java.util.Objects;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.utils.PathUtils;
import org.apache.curator.utils.ZKPaths;

/**
 * Announces servers in ZooKeeper, where the service discovery of Curator and {@code ZooKeeperResolver} of the client
 * find them: an ephemeral node {@code BASE/SERVICE/ID} per address, in the format of {@link ServiceInstanceFormat}.
 *
 * <pre>{@code
 * CuratorFramework curator = CuratorFrameworkFactory.newClient("zk1:2181,zk2:2181,zk3:2181", new RetryOneTime(1_000));
 * curator.start();
 * ThriftServer server = ThriftServer.builder()
 *         .listen("10.0.0.7", 9090)
 *         .announce(ZooKeeperAnnouncer.of(curator, "/services", "calculator"))
 *         ...
 * }</pre>
 *
 * <p>The node is created in the background, so an unavailable ZooKeeper neither delays the server nor makes it fail. A
 * failed attempt is repeated after 1 s, then 2 s, up to 30 s, or as soon as Curator has reconnected. When the session
 * is lost, ZooKeeper removes the node, and it is created again in the next session. The node of a killed server remains
 * until its session times out, after {@code sessionTimeoutMs} of Curator.
 *
 * <p>The format is that of Curator's {@code ServiceDiscovery}, but its code is not used. As of Curator 5.9, {@code
 * ServiceDiscoveryImpl} registers all its instances whenever it reconnects, and deletes and recreates nodes that still
 * exist: after each short loss of the connection, even if the session survives, clients would drop their connections to
 * healthy servers. If this fails, it only logs the failure and does not retry. It also does not detect the removal of a
 * node.
 *
 * <p>Thread-safe. Each announcement has a daemon thread, named {@code announcer-HOST:PORT}.
 */
@SuppressWarnings("exports") // Curator is optional: a module that uses this requires it
public final class ZooKeeperAnnouncer implements Announcer {
    private final CuratorFramework curator;
    private final String servicePath;
    private final String serviceName;

    private ZooKeeperAnnouncer(CuratorFramework curator, String servicePath, String serviceName) {
        this.curator = curator;
        this.servicePath = servicePath;
        this.serviceName = serviceName;
    }

    /**
     * Creates an announcer for one service.
     *
     * @param curator a started client, which you close after the server; may be shared. The duration of an attempt
     *     depends on its retry policy and connection timeout
     * @param basePath the path of all services, such as {@code /services}
     * @param serviceName the name of the service, without a slash
     * @return an announcer
     * @throws IllegalArgumentException if the path or the name is not valid
     */
    public static ZooKeeperAnnouncer of(CuratorFramework curator, String basePath, String serviceName) {
        return new ZooKeeperAnnouncer(
                Objects.requireNonNull(curator, "curator"), servicePath(basePath, serviceName), serviceName);
    }

    /**
     * Returns the path of the parent node of a service's servers.
     *
     * @param basePath the path of all services
     * @param serviceName the name of the service
     * @return a path
     * @throws IllegalArgumentException if the path or the name is not valid
     */
    public static String servicePath(String basePath, String serviceName) {
        if (Objects.requireNonNull(serviceName, "serviceName").isBlank() || serviceName.contains("/")) {
            throw new IllegalArgumentException(
                    "serviceName is '" + serviceName + "', must not be blank or contain a slash");
        }
        PathUtils.validatePath(Objects.requireNonNull(basePath, "basePath"));
        return PathUtils.validatePath(ZKPaths.makePath(basePath, serviceName));
    }

    @Override
    public Announcement announce(EndpointAddress address, Listener listener) {
        RegisteredNode node = new RegisteredNode(curator, servicePath, serviceName, address, listener);
        node.start();
        return node;
    }

    /** {@return the path of the service} */
    @Override
    public String toString() {
        return "ZooKeeperAnnouncer[" + servicePath + "]";
    }
}
