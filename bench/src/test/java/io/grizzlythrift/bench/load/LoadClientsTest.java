package io.grizzlythrift.bench.load;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertFalse;
import static org.testng.Assert.assertThrows;
import static org.testng.Assert.assertTrue;

import io.grizzlythrift.bench.gen.BenchService;
import io.grizzlythrift.bench.load.plan.LoadClient;
import io.grizzlythrift.bench.load.plan.LoadPlan;
import io.grizzlythrift.bench.load.plan.LoadPlanBuilder;
import io.grizzlythrift.bench.server.BenchServer;
import io.grizzlythrift.bench.server.ServerSettings;
import io.grizzlythrift.bench.server.ServerTraits;
import io.grizzlythrift.bench.server.Servers;
import io.grizzlythrift.bench.service.BenchHandler;
import io.grizzlythrift.bench.service.Method;
import io.grizzlythrift.bench.service.WireProtocol;
import io.grizzlythrift.frame.Dialect;
import io.grizzlythrift.server.ThriftServer;
import io.grizzlythrift.strategy.SameThreadStrategy;
import io.grizzlythrift.test.PatientLimits;
import io.grizzlythrift.test.TestSize;
import io.grizzlythrift.test.UniqueName;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/** Every client gets right replies from every server, and notices wrong ones. */
public final class LoadClientsTest {
    private static final int MAX_FRAME_BYTES = 4 << 20;
    private static final int CALLS = TestSize.of(40, 100);
    private static final int LARGE = TestSize.of(300_000, 3_000_000);
    private static final int CONNECTIONS = 3;

    /** Every client. */
    @DataProvider
    public Object[][] clients() {
        return LoadClients.speakingThrift().stream()
                .map(name -> new Object[] {name})
                .toArray(Object[][]::new);
    }

    /** Every client in both protocols. */
    @DataProvider
    public Object[][] clientsByProtocol() {
        List<Object[]> all = new ArrayList<>();
        for (String client : LoadClients.speakingThrift()) {
            for (WireProtocol protocol : WireProtocol.values()) {
                all.add(new Object[] {client, protocol});
            }
        }
        return all.toArray(new Object[0][]);
    }

    /**
     * Every client with this library's server, and every server with one client; in the profile {@code soak}, every
     * client with every server.
     */
    @DataProvider
    public Object[][] pairs() {
        List<Object[]> all = new ArrayList<>();
        String one = LoadClients.speakingThrift().iterator().next();
        for (String client : LoadClients.speakingThrift()) {
            for (String server : Servers.ofAnyService()) {
                if (TestSize.isSoak() || client.equals(one) || server.equals("grizzly")) {
                    all.add(new Object[] {client, server});
                }
            }
        }
        return all.toArray(new Object[0][]);
    }

    /** Each method, and large messages. */
    @Test(dataProvider = "clientsByProtocol", timeOut = 60_000)
    public void getsRightAnswersToAllMethods(String client, WireProtocol protocol) throws Exception {
        try (BenchServer server = server("grizzly", protocol)) {
            int port = server.start();
            for (Method method : Method.values()) {
                CheckedLoad.untilReplies(client, plan(client, port, protocol, method, 300), CALLS);
            }
            CheckedLoad.untilReplies(client, plan(client, port, protocol, Method.WORK, LARGE), 10);
        }
    }

    /** Makes some hundred calls with each pair. */
    @Test(dataProvider = "pairs", timeOut = 60_000)
    public void getsRightAnswersFromAllServers(String client, String server) throws Exception {
        ServerTraits.skipWhereNotAvailable(server);
        try (BenchServer running = server(server, WireProtocol.COMPACT)) {
            int connections = ServerTraits.connections(server, CONNECTIONS);
            LoadPlan plan = plan(client, running.start(), WireProtocol.COMPACT, Method.ECHO, 300, connections);
            CheckedLoad.untilReplies(client, plan, 300);
        }
    }

    /** One reply of many has one wrong letter. */
    @Test(dataProvider = "clients", timeOut = 60_000)
    public void aWrongAnswerMakesTheRunInvalid(String client) throws Exception {
        AtomicInteger calls = new AtomicInteger();
        BenchService.Iface handler =
                handler(text -> calls.incrementAndGet() == CONNECTIONS ? "?" + text.substring(1) : text);
        LoadResult result = runAgainst(handler, calls, client);
        assertFalse(result.valid());
        assertEquals(result.errors(), 1);
        assertTrue(result.firstError().contains("wrong"), result.firstError());
    }

    /** A handler that fails once. */
    @Test(dataProvider = "clients", timeOut = 60_000)
    public void aFailedCallMakesTheRunInvalid(String client) throws Exception {
        AtomicInteger calls = new AtomicInteger();
        LoadResult result = runAgainst(
                handler(text -> {
                    if (calls.incrementAndGet() == CONNECTIONS) {
                        throw new IllegalStateException("on purpose");
                    }
                    return text;
                }),
                calls,
                client);
        assertFalse(result.valid());
        assertEquals(result.errors(), 1);
        String expected = client.equals("raw") ? "a reply has" : "a call failed";
        assertTrue(result.firstError().contains(expected), result.firstError());
    }

    /** Without a server, there is no result. */
    @Test(dataProvider = "clients", timeOut = 60_000)
    public void saysThatThereIsNoServer(String client) throws Exception {
        try (Socket silent = new Socket()) { // takes a port from other processes, and does not listen
            silent.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
            LoadPlan plan = plan(client, silent.getLocalPort(), WireProtocol.COMPACT, Method.ECHO, 10);
            LoadRun run = new LoadRun(plan, OptionalLong.empty());
            assertThrows(IOException.class, () -> run.run(client));
        }
    }

    /** The server speaks the other protocol, and closes the connections. */
    @Test(dataProvider = "clients", timeOut = 60_000)
    public void wrongProtocolIsInvalid(String client) throws Exception {
        try (BenchServer server = server("grizzly", WireProtocol.COMPACT)) {
            LoadPlan plan = plan(client, server.start(), WireProtocol.BINARY, Method.ECHO, 10);
            LoadResult result = new LoadRun(plan, OptionalLong.empty()).run(client);
            assertFalse(result.valid());
            assertEquals(result.calls(), 0);
            assertFalse(result.firstError().isEmpty());
        }
    }

    /** The clients of this library, in each dialect. */
    @Test(dataProvider = "grizzlyClientsAndDialects", timeOut = 60_000)
    public void getsRightAnswersInEachDialect(String client, Dialect dialect) throws Exception {
        for (WireProtocol protocol : WireProtocol.values()) {
            try (BenchServer server = server("grizzly", protocol)) {
                LoadPlan plan = describe(client, server.start(), protocol, Method.ECHO, 300, CONNECTIONS)
                        .dialect(dialect)
                        .build();
                CheckedLoad.untilReplies(client, plan, 100);
            }
        }
    }

    /** Both servers get calls. */
    @Test(dataProvider = "grizzlyClients", timeOut = 60_000)
    public void callsSeveralServers(String client) throws Exception {
        AtomicInteger first = new AtomicInteger();
        AtomicInteger second = new AtomicInteger();
        try (LoopbackServer one = new LoopbackServer(counting(first));
                LoopbackServer other = new LoopbackServer(counting(second))) {
            LoadPlan plan = describe(client, one.port(), WireProtocol.COMPACT, Method.ECHO, 300, CONNECTIONS)
                    .morePorts(List.of(other.port()))
                    .build();
            LoadClient running = LoadClients.create(client, plan);
            try (running) {
                running.start();
                while (first.get() == 0 || second.get() == 0) {
                    assertEquals(running.errors().first(), Optional.empty());
                    LockSupport.parkNanos(100_000);
                }
            }
            assertEquals(running.errors().first(), Optional.empty());
        }
    }

    private static BenchService.Iface counting(AtomicInteger calls) {
        return handler(text -> {
            calls.incrementAndGet();
            return text;
        });
    }

    @DataProvider
    public Object[][] grizzlyClients() {
        return new Object[][] {{"grizzly-sync"}, {"grizzly-async"}, {"grizzly-future"}};
    }

    @DataProvider
    public Object[][] grizzlyClientsAndDialects() {
        return Stream.of("grizzly-sync", "grizzly-async", "grizzly-future")
                .flatMap(client -> Stream.of(Dialect.FRAMED, Dialect.UNFRAMED, Dialect.HEADER)
                        .map(dialect -> new Object[] {client, dialect}))
                .toArray(Object[][]::new);
    }

    private static BenchServer server(String name, WireProtocol protocol) {
        return Servers.create(
                name, new ServerSettings("127.0.0.1", 0, protocol, "worker-thread", 1, 2, MAX_FRAME_BYTES));
    }

    /** Returns the result of the run with the call that gets no right reply; on a busy machine, few calls fit in a run. */
    private static LoadResult runAgainst(BenchService.Iface handler, AtomicInteger calls, String client)
            throws Exception {
        try (ThriftServer server = ThriftServer.builder()
                .name(UniqueName.of("load-clients"))
                .listen("127.0.0.1", 0)
                .protocol(WireProtocol.COMPACT.ours())
                .processor(new BenchService.Processor<>(handler))
                .strategy(SameThreadStrategy.create())
                .limits(PatientLimits.builder().build())
                .build()) {
            server.start();
            LoadPlan plan = plan(client, server.port(), WireProtocol.COMPACT, Method.ECHO, 300);
            LoadResult result;
            do {
                result = new LoadRun(plan, OptionalLong.empty()).run(client);
            } while (calls.get() < CONNECTIONS);
            return result;
        }
    }

    /** Returns a plan with few connections, pipelined if the client supports it, in which every reply is compared. */
    private static LoadPlan plan(String client, int port, WireProtocol protocol, Method method, int size) {
        return plan(client, port, protocol, method, size, CONNECTIONS);
    }

    private static LoadPlan plan(
            String client, int port, WireProtocol protocol, Method method, int size, int connections) {
        return describe(client, port, protocol, method, size, connections).build();
    }

    private static LoadPlanBuilder describe(
            String client, int port, WireProtocol protocol, Method method, int size, int connections) {
        boolean oneInFlight =
                List.of("tsocket", "tsocket-selector", "tasync", "grizzly-sync").contains(client);
        return LoadPlan.builder("127.0.0.1", port)
                .protocol(protocol)
                .method(method)
                .size(size)
                .handlerTime(Duration.ofMillis(1))
                .connections(connections)
                .inFlight(oneInFlight ? 1 : 10)
                .threads(LoadClients.usualThreads(client, connections))
                .duration(Duration.ofMillis(200));
    }

    private static BenchService.Iface handler(Echo echo) {
        BenchHandler right = new BenchHandler();
        return (BenchService.Iface) Proxy.newProxyInstance(
                LoadClientsTest.class.getClassLoader(),
                new Class<?>[] {BenchService.Iface.class},
                (proxy, method, arguments) -> {
                    if (method.getName().equals("echo")) {
                        return echo.answer((String) arguments[0]);
                    }
                    try {
                        return method.invoke(right, arguments);
                    } catch (InvocationTargetException thrown) {
                        throw thrown.getCause();
                    }
                });
    }

    private interface Echo {
        String answer(String text);
    }
}
