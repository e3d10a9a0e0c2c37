package io.grizzlythrift.bench.ycsb;

import io.grizzlythrift.samples.mapkeeper.ycsb.MapKeeperConnection;
import io.grizzlythrift.samples.mapkeeper.ycsb.MapKeeperYcsbClient;
import java.time.Duration;

/**
 * YCSB's database binding over the client of this library: all YCSB threads of a process share one client and its
 * {@value #MAX_CONNECTIONS} connections, or fewer if there are fewer threads. A thread whose call ends without a reply
 * releases its share, and its later operations fail immediately.
 */
public final class GrizzlyYcsbClient extends MapKeeperYcsbClient {
    static final int MAX_CONNECTIONS = 4;

    private static final SharedMapKeeper SHARED = new SharedMapKeeper(Duration.ofMillis(TIMEOUT_MS));

    /** Creates a client for one YCSB thread; YCSB calls this. */
    public GrizzlyYcsbClient() {}

    @Override
    protected MapKeeperConnection connect(String host, int port) {
        int threads = Integer.parseInt(getProperties().getProperty("threadcount", "1"));
        return SHARED.lease(host, port, Math.min(MAX_CONNECTIONS, threads));
    }
}
