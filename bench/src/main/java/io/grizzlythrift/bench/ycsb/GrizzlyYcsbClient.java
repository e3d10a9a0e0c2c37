package io.grizzlythrift.bench.ycsb;

import io.grizzlythrift.samples.mapkeeper.MapKeeperConnection;
import io.grizzlythrift.samples.mapkeeper.MapKeeperYcsbClient;
import java.time.Duration;

/**
 * The sample's binding over our own client: all YCSB threads of a process share one client and its
 * {@value #MAX_CONNECTIONS} connections, or fewer if there are fewer threads. A thread whose call ended without a reply
 * gives its share back, and what follows on that thread fails at once.
 */
public final class GrizzlyYcsbClient extends MapKeeperYcsbClient {
    static final int MAX_CONNECTIONS = 4;

    private static final SharedMapKeeper SHARED = new SharedMapKeeper(Duration.ofMillis(TIMEOUT_MS));

    /** For YCSB, which makes one for each of its threads. */
    public GrizzlyYcsbClient() {}

    @Override
    protected MapKeeperConnection connect(String host, int port) {
        int threads = Integer.parseInt(getProperties().getProperty("threadcount", "1"));
        return SHARED.lease(host, port, Math.min(MAX_CONNECTIONS, threads));
    }
}
