package io.grizzlythrift.samples.fleet;

import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.CuratorFrameworkFactory;
import org.apache.curator.retry.RetryOneTime;

/** Creates ZooKeeper clients. */
final class Curators {
    /** ZooKeeper removes a killed server once it has received nothing from it for this time. */
    static final int SESSION_TIMEOUT_MS = 3_000;

    private static final int CONNECTION_TIMEOUT_MS = 2_000;
    private static final int RETRY_MS = 500;

    private Curators() {}

    static CuratorFramework start(String zooKeeper) {
        CuratorFramework curator = CuratorFrameworkFactory.newClient(
                zooKeeper, SESSION_TIMEOUT_MS, CONNECTION_TIMEOUT_MS, new RetryOneTime(RETRY_MS));
        curator.start();
        return curator;
    }
}
