package io.grizzlythrift.bench.load.generated;

import static org.testng.Assert.assertEquals;

import io.grizzlythrift.bench.load.plan.LoadErrors;
import io.grizzlythrift.bench.load.plan.LoadPlan;
import io.grizzlythrift.bench.server.BenchServer;
import io.grizzlythrift.bench.server.ServerSettings;
import io.grizzlythrift.bench.server.Servers;
import io.grizzlythrift.bench.service.WireProtocol;
import io.grizzlythrift.client.ThriftClient;
import java.time.Duration;
import java.util.Optional;
import org.testng.annotations.Test;

/** The client opens connections on demand, but a run starts with all of them open. */
public final class GrizzlyPoolTest {
    private static final int CONNECTIONS = 200;

    /** Opens all connections even if replies arrive so fast that fewer would suffice. */
    @Test(timeOut = 60_000)
    public void opensAllConnections() throws Exception {
        try (BenchServer server = Servers.create(
                "grizzly", new ServerSettings("127.0.0.1", 0, WireProtocol.COMPACT, "same-thread", 1, 1, 1 << 20))) {
            LoadPlan plan = LoadPlan.builder("127.0.0.1", server.start())
                    .size(10)
                    .connections(CONNECTIONS)
                    .build();
            Duration grace = Duration.ofSeconds(30);
            try (ThriftClient client = GrizzlyPool.describe(plan, grace).build()) {
                LoadErrors errors = new LoadErrors();
                GrizzlyPool.open(client, errors);
                assertEquals(errors.first(), Optional.empty());
                assertEquals(client.counters().openConnections(), CONNECTIONS);
                assertEquals(client.counters().inFlight(), 0);
            }
        }
    }
}
