package io.grizzlythrift.bench.load;

import static org.testng.Assert.assertFalse;

import io.grizzlythrift.bench.load.plan.LoadPlan;
import io.grizzlythrift.bench.load.plan.LoadPlanBuilder;
import io.grizzlythrift.bench.server.BenchServer;
import io.grizzlythrift.bench.server.ServerSettings;
import io.grizzlythrift.bench.server.ServerTraits;
import io.grizzlythrift.bench.server.Servers;
import io.grizzlythrift.bench.service.BundledService;
import io.grizzlythrift.bench.service.Method;
import io.grizzlythrift.bench.service.WireProtocol;
import io.grizzlythrift.call.ReplyOrder;
import io.grizzlythrift.frame.Dialect;
import io.grizzlythrift.test.TestSize;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Stream;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/** Every server replies to the raw client, which compares every reply. */
public final class RawClientTest {
    private static final int MAX_FRAME_BYTES = 4 << 20;
    private static final int CALLS = TestSize.of(40, 100);
    private static final int LARGE = TestSize.of(300_000, 3_000_000);

    /** Every server with all of its strategies: in one of the protocols in turn, in the profile soak in both. */
    @DataProvider
    public Object[][] servers() {
        List<String> servers = new ArrayList<>(Servers.ofAnyService());
        List<String> strategies = new ArrayList<>(Collections.nCopies(servers.size(), "worker-thread"));
        servers.addAll(List.of("grizzly", "grizzly"));
        strategies.addAll(List.of("same-thread", "leader-follower"));
        WireProtocol[] protocols = WireProtocol.values();
        List<Object[]> rows = new ArrayList<>();
        for (int i = 0; i < servers.size(); i++) {
            WireProtocol[] tested =
                    TestSize.isSoak() ? protocols : new WireProtocol[] {protocols[i % protocols.length]};
            for (WireProtocol protocol : tested) {
                rows.add(new Object[] {servers.get(i), strategies.get(i), protocol});
            }
        }
        return rows.toArray(new Object[0][]);
    }

    /** Makes small calls, pipelined, large calls, and a slow call. */
    @Test(dataProvider = "servers", timeOut = 60_000)
    public void getsRightReplies(String server, String strategy, WireProtocol protocol) throws Exception {
        ServerTraits.skipWhereNotAvailable(server);
        try (BenchServer running =
                Servers.create(server, new ServerSettings("127.0.0.1", 0, protocol, strategy, 1, 2, MAX_FRAME_BYTES))) {
            int port = running.start();
            for (Method method : Method.values()) {
                CheckedLoad.untilReplies(
                        "raw", plan(port, protocol, method, 300, ServerTraits.connections(server, 3), 10), CALLS);
            }
            CheckedLoad.untilReplies(
                    "raw", plan(port, protocol, Method.ECHO, LARGE, ServerTraits.connections(server, 2), 1), 5);
        }
    }

    /** Makes small calls, pipelined, and large calls, in each dialect, on a server that accepts no other. */
    @Test(dataProvider = "dialects", timeOut = 60_000)
    public void getsRightRepliesInEachDialect(Dialect dialect, WireProtocol protocol) throws Exception {
        ServerSettings settings = new ServerSettings(
                "127.0.0.1",
                0,
                protocol,
                "worker-thread",
                ReplyOrder.REQUEST,
                1,
                2,
                MAX_FRAME_BYTES,
                BundledService.BENCH,
                0,
                Duration.ofHours(1),
                Optional.of(dialect));
        try (BenchServer running = Servers.create("grizzly", settings)) {
            int port = running.start();
            for (Method method : Method.values()) {
                CheckedLoad.untilReplies(
                        "raw",
                        describe(port, protocol, method, 300, 3, 10)
                                .dialect(dialect)
                                .build(),
                        CALLS);
            }
            CheckedLoad.untilReplies(
                    "raw",
                    describe(port, protocol, Method.ECHO, LARGE, 2, 1)
                            .dialect(dialect)
                            .build(),
                    5);
            Dialect other = dialect == Dialect.HEADER ? Dialect.UNFRAMED : Dialect.HEADER;
            LoadResult refused = new LoadRun(
                            describe(port, protocol, Method.ECHO, 10, 1, 1)
                                    .dialect(other)
                                    .build(),
                            OptionalLong.empty())
                    .run("raw");
            assertFalse(refused.valid());
        }
    }

    @DataProvider
    public Object[][] dialects() {
        return Stream.of(Dialect.FRAMED, Dialect.UNFRAMED, Dialect.HEADER)
                .flatMap(dialect -> Stream.of(WireProtocol.values()).map(protocol -> new Object[] {dialect, protocol}))
                .toArray(Object[][]::new);
    }

    /** A server that speaks the other protocol never gives a valid run. */
    @Test
    public void wrongProtocolIsInvalid() throws Exception {
        try (BenchServer running = Servers.create(
                "netty",
                new ServerSettings("127.0.0.1", 0, WireProtocol.COMPACT, "same-thread", 1, 1, MAX_FRAME_BYTES))) {
            LoadPlan plan = plan(running.start(), WireProtocol.BINARY, Method.ECHO, 10, 1, 1);
            LoadResult result = new LoadRun(plan, OptionalLong.empty()).run("raw");
            assertFalse(result.valid());
            assertFalse(result.firstError().isEmpty());
        }
    }

    private static LoadPlan plan(
            int port, WireProtocol protocol, Method method, int size, int connections, int inFlight) {
        return describe(port, protocol, method, size, connections, inFlight).build();
    }

    private static LoadPlanBuilder describe(
            int port, WireProtocol protocol, Method method, int size, int connections, int inFlight) {
        return LoadPlan.builder("127.0.0.1", port)
                .protocol(protocol)
                .method(method)
                .size(size)
                .handlerTime(Duration.ofMillis(1))
                .connections(connections)
                .inFlight(inFlight)
                .duration(Duration.ofMillis(50));
    }
}
