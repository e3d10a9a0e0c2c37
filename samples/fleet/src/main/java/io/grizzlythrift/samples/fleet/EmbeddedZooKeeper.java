package io.grizzlythrift.samples.fleet;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.stream.Stream;
import org.apache.zookeeper.server.ServerCnxnFactory;
import org.apache.zookeeper.server.ZooKeeperServer;

/**
 * One ZooKeeper in this process, on the loopback address only. A real fleet has three or more, on separate machines.
 */
final class EmbeddedZooKeeper implements AutoCloseable {
    private static final int TICK_MS = 500;
    private static final int MAX_CONNECTIONS = 100;

    private final Path data;
    private final ServerCnxnFactory factory;

    private EmbeddedZooKeeper(Path data, ServerCnxnFactory factory) {
        this.data = data;
        this.factory = factory;
    }

    /** Starts it on any free port. */
    static EmbeddedZooKeeper start() throws IOException, InterruptedException {
        Path data = Files.createTempDirectory("fleet-zookeeper");
        ServerCnxnFactory factory = ServerCnxnFactory.createFactory(
                new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), MAX_CONNECTIONS);
        factory.startup(new ZooKeeperServer(data.toFile(), data.toFile(), TICK_MS));
        return new EmbeddedZooKeeper(data, factory);
    }

    int port() {
        return factory.getLocalPort();
    }

    @Override
    public void close() throws IOException {
        factory.shutdown();
        try (Stream<Path> files = Files.walk(data)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }
}
