package io.grizzlythrift.test;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.CuratorFrameworkFactory;
import org.apache.curator.retry.RetryOneTime;
import org.apache.curator.test.TestingServer;
import org.apache.zookeeper.Watcher.Event.KeeperState;
import org.apache.zookeeper.ZooKeeper;
import org.apache.zookeeper.util.ServiceUtils;

/**
 * A ZooKeeper in this process, on the loopback interface. Logs nothing: its clients log each lost connection in full.
 */
public final class LocalZooKeeper implements AutoCloseable {
    private static final int SESSION_MILLIS = 60_000;

    /** The time that an operation of Curator waits for a connection. */
    private static final int CONNECTION_MILLIS = 500;

    /** References to loggers, because java.util.logging would otherwise lose their levels. */
    private static final List<Logger> SILENCED =
            List.of(Logger.getLogger("org.apache.zookeeper"), Logger.getLogger("org.apache.curator"));

    private final TestingServer server;
    private final int port;
    private final boolean started;

    private LocalZooKeeper(int port, boolean start) throws Exception {
        SILENCED.forEach(logger -> logger.setLevel(Level.OFF));
        ServiceUtils.setSystemExitProcedure(ServiceUtils.LOG_ONLY); // by default, one that fails ends the process
        server = new TestingServer(port, start);
        this.port = port;
        started = start;
    }

    public static LocalZooKeeper start() throws Exception {
        return new LocalZooKeeper(FreePort.find(), true);
    }

    /** Chooses a port on which nothing listens before {@link #restart}. */
    public static LocalZooKeeper notStarted() throws Exception {
        return new LocalZooKeeper(FreePort.find(), false);
    }

    /** Creates a client whose session survives delays on a busy machine; it is connected if the server was started. */
    public CuratorFramework curator() throws InterruptedException {
        CuratorFramework made = CuratorFrameworkFactory.newClient(
                connectString(), SESSION_MILLIS, CONNECTION_MILLIS, new RetryOneTime(1));
        made.start();
        if (started && !made.blockUntilConnected((int) Await.LONG.toSeconds(), TimeUnit.SECONDS)) {
            throw new AssertionError("not connected");
        }
        return made;
    }

    private String connectString() {
        return "127.0.0.1:" + port;
    }

    /** Ends the session of a client, as its timeout would: ZooKeeper removes its nodes, and the client is notified. */
    public void endSession(CuratorFramework client) throws Exception {
        ZooKeeper owner = client.getZookeeperClient().getZooKeeper();
        CountDownLatch connected = new CountDownLatch(1);
        ZooKeeper twin = new ZooKeeper(
                connectString(),
                SESSION_MILLIS,
                event -> {
                    if (event.getState() == KeeperState.SyncConnected) {
                        connected.countDown();
                    }
                },
                owner.getSessionId(),
                owner.getSessionPasswd());
        if (!connected.await(Await.LONG.toSeconds(), TimeUnit.SECONDS)) {
            throw new AssertionError("not connected");
        }
        twin.close();
    }

    public void stop() throws IOException {
        server.stop();
    }

    public void restart() throws Exception {
        server.restart();
    }

    @Override
    public void close() throws IOException {
        server.close();
    }
}
