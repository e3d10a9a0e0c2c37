package io.grizzlythrift.bench.chaos.child;

import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.CuratorFrameworkFactory;
import org.apache.curator.retry.RetryOneTime;

/** How servers and clients of the fleet are connected to ZooKeeper. */
final class ZooKeeperSession {
    /** Where the servers are. */
    static final String BASE_PATH = "/services";

    static final String SERVICE = "fleet";

    /** Shorter than a server is frozen, so that its session ends meanwhile. */
    private static final int SESSION_MILLIS = 3_000;

    private static final int CONNECTION_MILLIS = 2_000;
    private static final int RETRY_MILLIS = 200;

    private ZooKeeperSession() {}

    /** Returns at once. Ends with the process. */
    static CuratorFramework start(String connectString) {
        CuratorFramework curator = CuratorFrameworkFactory.newClient(
                connectString, SESSION_MILLIS, CONNECTION_MILLIS, new RetryOneTime(RETRY_MILLIS));
        curator.start();
        return curator;
    }
}
