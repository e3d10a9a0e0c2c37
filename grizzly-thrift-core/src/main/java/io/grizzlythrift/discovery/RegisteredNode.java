package io.grizzlythrift.discovery;

import io.grizzlythrift.strategy.internal.util.DaemonLoop;
import io.grizzlythrift.strategy.internal.util.FailureLog;
import java.io.IOException;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.WatcherRemoveCuratorFramework;
import org.apache.curator.framework.api.CuratorWatcher;
import org.apache.curator.framework.state.ConnectionState;
import org.apache.curator.framework.state.ConnectionStateListener;
import org.apache.curator.utils.ZKPaths;
import org.apache.zookeeper.CreateMode;
import org.apache.zookeeper.KeeperException;
import org.slf4j.LoggerFactory;

/**
 * The node of one announced server. Its thread ensures that the node exists: at the start, when the node was removed,
 * when Curator has reconnected, and some time after a failed attempt. The id of the node is random, so no other server
 * has the same path. If the node exists, it belongs to this session, or to a lost one, whose end removes the node and
 * wakes the thread.
 *
 * <p>Thread-safe: only this thread communicates with ZooKeeper; others wake it.
 */
final class RegisteredNode implements Announcer.Announcement {
    /** The pause after the first failed attempt; it doubles with each further one. */
    private static final long MIN_PAUSE_NANOS = TimeUnit.SECONDS.toNanos(1);

    private static final long MAX_PAUSE_NANOS = TimeUnit.SECONDS.toNanos(30);

    /** The maximum time that {@link #close} waits for the withdrawal. */
    static final long MAX_WITHDRAWAL_MILLIS = 3_000;

    private final CuratorFramework curator;
    private final WatcherRemoveCuratorFramework watched;
    private final String path;
    private final byte[] data;
    private final Announcer.Listener listener;
    private final DaemonLoop loop;
    private final CuratorWatcher onRemoved;
    private final ConnectionStateListener onState = (any, state) -> connectionChanged(state);
    private final CountDownLatch withdrawn = new CountDownLatch(1);
    private volatile boolean closing;

    /** Whether the node may exist. Used only by the thread, like {@link #pauseNanos}. */
    private boolean mayExist;

    private long pauseNanos = MIN_PAUSE_NANOS;

    RegisteredNode(
            CuratorFramework curator,
            String servicePath,
            String serviceName,
            EndpointAddress address,
            Announcer.Listener listener) {
        this.curator = curator;
        this.listener = listener;
        watched = curator.newWatcherRemoveCuratorFramework();
        String id = UUID.randomUUID().toString();
        path = ZKPaths.makePath(servicePath, id);
        data = ServiceInstanceFormat.write(serviceName, id, address, System.currentTimeMillis());
        loop = new DaemonLoop(
                "announcer-" + address.name(),
                this::step,
                MIN_PAUSE_NANOS,
                new FailureLog(LoggerFactory.getLogger(RegisteredNode.class), "a server could not be announced"));
        onRemoved = event -> loop.wake();
    }

    void start() {
        curator.getConnectionStateListenable().addListener(onState);
        loop.start();
    }

    /** Runs on a thread of Curator. */
    private void connectionChanged(ConnectionState state) {
        if (state.isConnected()) {
            loop.wake();
        } else if (!closing) {
            listener.failed(new IOException("the connection to ZooKeeper is " + state));
        }
    }

    private long step() {
        if (closing) {
            withdraw();
            return DaemonLoop.UNTIL_WOKEN;
        }
        try {
            ensureExists();
            pauseNanos = MIN_PAUSE_NANOS;
            return DaemonLoop.UNTIL_WOKEN;
        } catch (Exception e) {
            if (!closing) {
                listener.failed(e);
            }
            long pause = pauseNanos;
            pauseNanos = Math.min(2 * pause, MAX_PAUSE_NANOS);
            return pause;
        }
    }

    private void ensureExists() throws Exception {
        // facts.md#curator-deletes-nodes-on-reconnect
        while (watched.checkExists().usingWatcher(onRemoved).forPath(path) == null && !closing) {
            mayExist = true; // even if the connection is lost before the reply
            try {
                watched.create()
                        .creatingParentContainersIfNeeded()
                        .withMode(CreateMode.EPHEMERAL)
                        .forPath(path, data);
                listener.announced();
            } catch (KeeperException.NodeExistsException e) {
                listener.announced(); // created by an attempt whose reply was lost
            }
        }
    }

    private void withdraw() {
        try {
            watched.removeWatchers();
            if (mayExist) {
                watched.delete().quietly().guaranteed().forPath(path);
            }
        } catch (Exception e) {
            listener.failed(e);
        } finally {
            withdrawn.countDown();
            loop.close();
        }
    }

    @Override
    public void close() {
        closing = true;
        curator.getConnectionStateListenable().removeListener(onState);
        loop.wake();
        try {
            withdrawn.await(MAX_WITHDRAWAL_MILLIS, TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
