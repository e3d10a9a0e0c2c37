package io.grizzlythrift.discovery.zookeeper;

import io.grizzlythrift.discovery.Announcer;
import io.grizzlythrift.discovery.EndpointAddress;
import java.util.Objects;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.utils.PathUtils;
import org.apache.curator.utils.ZKPaths;

/**
 * Announces servers in ZooKeeper, where the service discovery of Curator and {@code ZooKeeperResolver} of the client find
 * them: an ephemeral node {@code BASE/SERVICE/ID} per address, in the format of {@link ServiceInstanceFormat}.
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
 * <p>The node is created in the background, so a ZooKeeper that is down neither delays nor fails the server. An attempt
 * that fails is followed by the next after 1 s, then 2 s, up to 30 s, or as soon as Curator is connected again. When the
 * session is lost, ZooKeeper removes the node, and it is created again in the next session. The node of a server that is
 * killed remains until its session times out, for as long as {@code sessionTimeoutMs} of Curator says.
 *
 * <p>The format is that of Curator's {@code ServiceDiscovery}, but not the code. As of Curator 5.9, {@code
 * ServiceDiscoveryImpl} registers all its instances whenever it is connected again, and deletes and creates those nodes that
 * still exist: after each short loss of the connection, though the session lives on, clients would drop their connections to
 * healthy servers. It also logs that this failed and does not try again, and does not notice that a node was removed.
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
     * Makes an announcer of one service.
     *
     * @param curator started, and closed by you after the server; may be shared. How long one attempt takes depends on its
     *     retry policy and connection timeout
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
     * Returns the path below which the servers of a service are.
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
