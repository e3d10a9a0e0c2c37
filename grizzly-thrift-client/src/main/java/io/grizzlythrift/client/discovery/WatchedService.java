package io.grizzlythrift.client.discovery;

import io.grizzlythrift.discovery.EndpointAddress;
import io.grizzlythrift.discovery.RegisteredServer;
import io.grizzlythrift.discovery.ServiceInstanceFormat;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.recipes.cache.ChildData;
import org.apache.curator.framework.recipes.cache.CuratorCache;
import org.apache.curator.framework.recipes.cache.CuratorCacheListener;
import org.apache.curator.framework.state.ConnectionState;
import org.apache.curator.framework.state.ConnectionStateListener;

/**
 * Tracks the servers of one service with a {@link CuratorCache}. The listeners of the cache run on one thread of
 * Curator; failures are reported on other threads.
 *
 * <p>Thread-safe: the lock of this object guards the servers. It is held while the listener is notified, so that
 * nothing is delivered after {@link #close}.
 */
final class WatchedService implements Resolver.Resolution {
    private final CuratorFramework curator;
    private final String servicePath;
    private final Resolver.Listener listener;
    private final CuratorCache cache;
    private final ConnectionStateListener onState = (any, state) -> connectionChanged(state);

    /** The servers by the path of their node, without nodes that could not be read. */
    private final Map<String, RegisteredServer> servers = new HashMap<>();

    private boolean initialized;
    private boolean closed;

    WatchedService(CuratorFramework curator, String servicePath, Resolver.Listener listener) {
        this.curator = curator;
        this.servicePath = servicePath;
        this.listener = Objects.requireNonNull(listener, "listener");
        cache = CuratorCache.builder(curator, servicePath)
                .withExceptionHandler(this::failed)
                .build();
        cache.listenable()
                .addListener(CuratorCacheListener.builder()
                        .forAll(this::changed)
                        .forInitialized(this::initialized)
                        .build());
    }

    void start() {
        cache.start(); // first, because it throws if Curator is not started, and then no listener must stay behind
        curator.getConnectionStateListenable().addListener(onState);
    }

    private synchronized void initialized() {
        initialized = true;
        deliver();
    }

    private synchronized void changed(CuratorCacheListener.Type type, ChildData before, ChildData after) {
        ChildData node = after == null ? before : after;
        if (closed || !isInstance(node.getPath())) {
            return;
        }
        boolean differs = after == null ? servers.remove(node.getPath()) != null : put(after);
        if (differs && initialized) {
            deliver();
        }
    }

    /** Ignores the node of the service itself, and nodes that other programs created below an instance. */
    private boolean isInstance(String path) {
        return path.startsWith(servicePath + "/") && path.indexOf('/', servicePath.length() + 1) < 0;
    }

    private boolean put(ChildData node) {
        try {
            Optional<RegisteredServer> server = ServiceInstanceFormat.read(node.getData());
            if (server.isPresent()) {
                return !server.get().equals(servers.put(node.getPath(), server.get()));
            }
        } catch (IOException | IllegalArgumentException e) {
            listener.failed(new IOException("node " + node.getPath() + ": " + e.getMessage(), e));
        }
        return servers.remove(node.getPath()) != null;
    }

    private void deliver() {
        if (!closed) {
            Map<String, RegisteredServer> newest = new HashMap<>();
            servers.values()
                    .forEach(server -> newest.merge(
                            server.address().name(),
                            server,
                            (one, other) -> one.registeredMillis() >= other.registeredMillis() ? one : other));
            List<EndpointAddress> all =
                    newest.values().stream().map(RegisteredServer::address).toList();
            listener.resolved(all);
        }
    }

    private void connectionChanged(ConnectionState state) {
        if (!state.isConnected()) {
            failed(new IOException("the connection to ZooKeeper is " + state));
        }
    }

    private synchronized void failed(Exception cause) {
        if (!closed) {
            listener.failed(cause);
        }
    }

    /** Does nothing: ZooKeeper reports changes. */
    @Override
    public void refresh() {
        // An unreachable server stays registered until its session ends.
    }

    @Override
    public void close() {
        synchronized (this) {
            closed = true;
        }
        curator.getConnectionStateListenable().removeListener(onState);
        cache.close();
    }
}
