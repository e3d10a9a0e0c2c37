package io.grizzlythrift.bench.chaos.child;

import io.grizzlythrift.bench.process.ChildRequests;
import java.util.Map;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.apache.zookeeper.server.quorum.QuorumPeerMain;

/** One node of a ZooKeeper ensemble. Its process ends when its standard input ends. */
public final class ZooKeeperNode {
    private ZooKeeperNode() {}

    /**
     * Starts the node.
     *
     * @param args its configuration file
     */
    public static void main(String[] args) {
        Logger.getLogger("").setLevel(Level.WARNING);
        new Thread(() -> QuorumPeerMain.main(args), "zookeeper").start();
        new ChildRequests().serve(Map.of());
    }
}
