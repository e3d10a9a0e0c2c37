package io.grizzlythrift.bench.chaos.child;

import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.CuratorFrameworkFactory;
import org.apache.curator.retry.RetryOneTime;

/** Connects servers and clients of the fleet to ZooKeeper. */
final class ZooKeeperSession {
    /** The path below which services are announced. */
    static final String BASE_PATH = "/services";

    static final String SERVICE = "fleet";

    /** Shorter than the time for which a server is frozen, so that its session expires. */
    private static final int SESSION_MILLIS = 3_000;

    private static final int CONNECTION_MILLIS = 2_000;
    private static final int RETRY_MILLIS = 200;

    private ZooKeeperSession() {}

    /** Starts a session and returns at once. The session ends with the process. */
    static CuratorFramework start(String connectString) {
        CuratorFramework curator = CuratorFrameworkFactory.newClient(
                connectString, SESSION_MILLIS, CONNECTION_MILLIS, new RetryOneTime(RETRY_MILLIS));
        curator.start();
        return curator;
    }
}
