package io.grizzlythrift.bench.matrix;

import static io.grizzlythrift.bench.matrix.ServerChoice.ADAPTIVE;
import static io.grizzlythrift.bench.matrix.ServerChoice.CONCURRENT;
import static io.grizzlythrift.bench.matrix.ServerChoice.FEW;
import static io.grizzlythrift.bench.matrix.ServerChoice.FEW_AND_CPP;
import static io.grizzlythrift.bench.matrix.ServerChoice.HSHA;
import static io.grizzlythrift.bench.matrix.ServerChoice.LEADER_FOLLOWER;
import static io.grizzlythrift.bench.matrix.ServerChoice.NETTY;
import static io.grizzlythrift.bench.matrix.ServerChoice.NETTY_EPOLL;
import static io.grizzlythrift.bench.matrix.ServerChoice.NETTY_POOL;
import static io.grizzlythrift.bench.matrix.ServerChoice.NETTY_URING;
import static io.grizzlythrift.bench.matrix.ServerChoice.NONBLOCKING;
import static io.grizzlythrift.bench.matrix.ServerChoice.SAME_THREAD;
import static io.grizzlythrift.bench.matrix.ServerChoice.SIMPLE;
import static io.grizzlythrift.bench.matrix.ServerChoice.THREADED_SELECTOR;
import static io.grizzlythrift.bench.matrix.ServerChoice.THREADED_SELECTOR_ALONE;
import static io.grizzlythrift.bench.matrix.ServerChoice.THREAD_POOL;
import static io.grizzlythrift.bench.matrix.ServerChoice.WORKER_THREAD;

import io.grizzlythrift.bench.load.plan.BalancerChoice;
import io.grizzlythrift.bench.server.ServerOption;
import io.grizzlythrift.bench.service.Method;
import io.grizzlythrift.bench.service.WireProtocol;
import io.grizzlythrift.bench.ycsb.YcsbClient;
import io.grizzlythrift.bench.ycsb.YcsbPlan;
import io.grizzlythrift.bench.ycsb.YcsbStore;
import io.grizzlythrift.samples.mapkeeper.ycsb.YcsbJob;
import io.grizzlythrift.samples.mapkeeper.ycsb.YcsbWorkload;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** The groups and cases of each preset. */
final class PresetGroups {
    private static final int KIBIBYTE = 1024;

    private PresetGroups() {}

    /** Returns the groups of a preset that the filters keep, in order. */
    static List<Group> of(Preset preset, Cut cut, Optional<OwnCalls> own) {
        List<Group> groups =
                own.isPresent() ? with(own.get(), preset) : all(preset).toList();
        cut.requireValuesOf(
                preset,
                groups.stream()
                        .flatMap(group -> group.cases().stream())
                        .map(Case::facts)
                        .toList());
        return groups.stream()
                .map(group -> group.within(cut))
                .flatMap(Optional::stream)
                .toList();
    }

    private static List<Group> with(OwnCalls own, Preset preset) {
        List<Group> groups = with(own, all(preset));
        if (groups.isEmpty()) {
            List<String> others = Stream.of(Preset.values())
                    .filter(other -> !with(own, all(other)).isEmpty())
                    .map(Preset::toString)
                    .toList();
            throw new IllegalArgumentException(
                    "preset is " + preset + ", must be one of: " + String.join(", ", others) + "; with --calls");
        }
        return groups;
    }

    private static List<Group> with(OwnCalls own, Stream<Group> groups) {
        return groups.flatMap(group -> group.with(own).stream()).toList();
    }

    private static Stream<Group> all(Preset preset) {
        return switch (preset) {
            case QUICK -> quick();
            case PIPELINED -> pipelined();
            case CONNECTIONS -> connections();
            case RATES -> rates();
            case SLEEP -> sleep();
            case MIXED -> mixed();
            case MEMORY -> memory();
            case YCSB -> ycsb();
            case KITEX -> kitex();
            case GRPC -> grpc();
            case USERS -> users();
            case FLEET -> fleet();
            case THRIFT_2011 -> ComparisonGroups.thrift2011();
            case MAPKEEPER_2012 -> ComparisonGroups.mapkeeper2012();
            case FBTHRIFT_2014 -> ComparisonGroups.fbthrift2014();
        };
    }

    private static Stream<Group> quick() {
        Load sync = Load.echo();
        Load pipelined = Load.echo().connections(4).inFlight(50);
        return Stream.of(servers(CONCURRENT, sync), servers(CONCURRENT, pipelined), clients());
    }

    /** All clients with 40 calls in flight: over 40 connections, or pipelined over 4. */
    private static Group clients() {
        Load wide = Load.echo();
        Load pooled = Load.echo().connections(4).inFlight(10);
        List<Load> loads = List.of(
                wide.client("tsocket"),
                wide.client("tasync"),
                pooled.client("netty"),
                Load.echo().connections(4).threads(40).client("grizzly-sync"),
                pooled.client("grizzly-async"));
        List<Case> cases = new ArrayList<>();
        for (Load load : loads) {
            cases.add(new LoadCase(load.client() + ", " + load.connections() + " connections", SAME_THREAD, load));
        }
        return new Group("clients of grizzly same-thread: echo 300 B, compact, 40 calls at a time", cases);
    }

    private static Stream<Group> pipelined() {
        return Stream.of(1, 2, 5, 10, 20, 50, 100, 200)
                .map(calls -> servers(CONCURRENT, Load.echo().connections(4).inFlight(calls)));
    }

    private static Stream<Group> connections() {
        return Stream.of(1, 10, 100, 1_000, 10_000)
                .map(count -> servers(
                        count == 1 ? ServerChoice.all() : CONCURRENT,
                        Load.echo().connections(count)));
    }

    /** Calls are due at even intervals, so a server that is late delays the calls behind it, and their latency counts. */
    private static Stream<Group> rates() {
        List<ServerChoice> servers = List.of(
                THREADED_SELECTOR,
                THREADED_SELECTOR_ALONE,
                NETTY_EPOLL,
                NETTY_POOL,
                SAME_THREAD,
                WORKER_THREAD,
                ADAPTIVE);
        return Stream.of(10_000, 20_000, 40_000, 60_000, 80_000)
                .map(rate -> servers(servers, Load.echo().inFlight(10).rate(rate)));
    }

    /** The pools have as many threads as there are clients. */
    private static Stream<Group> sleep() {
        List<ServerChoice> servers = Stream.of(
                        THREADED_SELECTOR,
                        SIMPLE,
                        THREAD_POOL,
                        NONBLOCKING,
                        HSHA,
                        NETTY,
                        NETTY_POOL,
                        SAME_THREAD,
                        WORKER_THREAD,
                        LEADER_FOLLOWER,
                        ADAPTIVE)
                .map(server -> server.with(ServerOption.WORKER_THREADS, 10))
                .toList();
        return Stream.of(servers(servers, Load.echo().connections(10).sleep(Duration.ofMillis(100))));
    }

    private static Stream<Group> mixed() {
        Load load = Load.echo()
                .client("grizzly-async")
                .connections(4)
                .inFlight(20)
                .mixed(2_000, 100, Duration.ofMillis(20));
        List<ServerChoice> servers = List.of(
                THREADED_SELECTOR,
                HSHA,
                NETTY,
                NETTY_POOL,
                SAME_THREAD,
                WORKER_THREAD,
                WORKER_THREAD.asCompleted(),
                LEADER_FOLLOWER,
                LEADER_FOLLOWER.asCompleted(),
                ADAPTIVE,
                ADAPTIVE.asCompleted());
        return Stream.of(new Group(
                "2,000 calls/s over 4 connections, one in 100 burns 20 ms; latency of the others",
                cases(servers, load)));
    }

    private static Stream<Group> memory() {
        int connections = 10_000;
        List<Case> cases = new ArrayList<>();
        List<ServerChoice> servers = List.of(
                THREADED_SELECTOR,
                THREAD_POOL,
                NONBLOCKING,
                HSHA,
                NETTY,
                NETTY_EPOLL,
                NETTY_URING,
                SAME_THREAD,
                WORKER_THREAD,
                LEADER_FOLLOWER,
                ADAPTIVE);
        for (ServerChoice server : servers) {
            cases.add(new MemoryCase(server, connections));
        }
        return Stream.of(new Group("10,000 idle connections, each after one call", cases));
    }

    private static Stream<Group> ycsb() {
        return Stream.of(YcsbStore.STUB, YcsbStore.MEMORY).map(store -> {
            List<Case> cases = new ArrayList<>();
            for (ServerChoice server : CONCURRENT) {
                cases.add(new YcsbCase(server, ycsb(YcsbClient.LIBTHRIFT, store)));
            }
            cases.add(new YcsbCase(WORKER_THREAD, ycsb(YcsbClient.GRIZZLY, store)));
            return new Group("YCSB workload a, 16 threads, store: " + store, cases);
        });
    }

    /** All calls pipelined over one connection, over two, and with one connection per call. */
    private static Stream<Group> kitex() {
        return Stream.of(KIBIBYTE, 5 * KIBIBYTE)
                .flatMap(size -> Stream.of(100, 1_000)
                        .flatMap(calls -> Stream.of(1, 2, calls)
                                .map(connections -> servers(FEW_AND_CPP, kitex(size, calls, connections)))));
    }

    private static Load kitex(int size, int calls, int connections) {
        return Load.echo()
                .protocol(WireProtocol.BINARY)
                .size(size)
                .connections(connections)
                .inFlight(calls / connections);
    }

    private static Stream<Group> grpc() {
        return Stream.of(KIBIBYTE, 5 * KIBIBYTE)
                .flatMap(size -> Stream.of(100, 1_000).map(calls -> withOwnClients(kitex(size, calls, 2))));
    }

    private static Group withOwnClients(Load load) {
        return new Group(
                load.title(),
                List.of(
                        new LoadCase("grpc", ServerChoice.GRPC, load.client("grpc")),
                        new LoadCase("drift", ServerChoice.DRIFT, load.client("drift")),
                        new LoadCase("netty", NETTY, load.client("netty")),
                        new LoadCase(SAME_THREAD.label(), SAME_THREAD, load.client("grizzly-async")),
                        new LoadCase(WORKER_THREAD.label(), WORKER_THREAD, load.client("grizzly-async"))));
    }

    private static Stream<Group> users() {
        return Stream.of(Method.EXIST_USER, Method.CREATE_USER, Method.GET_USER, Method.LIST_USER)
                .map(method -> servers(FEW, Load.echo().method(method).connections(32)));
    }

    /** At a rate that the servers can handle, so that latency shows which servers got the calls. */
    private static Stream<Group> fleet() {
        Load load =
                Load.echo().client("grizzly-async").connections(2).inFlight(50).rate(500);
        ServerChoice healthy = WORKER_THREAD.with("--delay=2ms");
        ServerChoice slow = WORKER_THREAD.with("--delay=20ms");
        ServerChoice uneven = WORKER_THREAD.with("--delay=50ms").with("--delay-every=100");
        return Stream.of(
                new Group(
                        "five servers, 500 calls/s, handlers of 2 ms, those of a slow server of 20 ms",
                        List.of(
                                new FleetCase("none slow", Collections.nCopies(5, healthy), load),
                                new FleetCase("one slow", List.of(slow, healthy, healthy, healthy, healthy), load),
                                new FleetCase(
                                        "one slow, round robin",
                                        List.of(slow, healthy, healthy, healthy, healthy),
                                        load.balancer(BalancerChoice.ROUND_ROBIN)))),
                new Group(
                        "five servers, 500 calls/s, prompt handlers, slow ones of 50 ms",
                        List.of(
                                new FleetCase("none slow", Collections.nCopies(5, WORKER_THREAD), load),
                                new FleetCase("1 % slow", Collections.nCopies(5, uneven), load),
                                new FleetCase("1 % slow, hedged", Collections.nCopies(5, uneven), load.hedge(95)))));
    }

    private static YcsbPlan ycsb(YcsbClient client, YcsbStore store) {
        return new YcsbPlan(client, store, new YcsbJob(YcsbWorkload.A, 10_000, 200_000, 16));
    }

    static Group servers(List<ServerChoice> servers, Load load) {
        return new Group(load.title(), cases(servers, load));
    }

    static List<Case> cases(List<ServerChoice> servers, Load load) {
        return servers.stream()
                .<Case>map(server -> new LoadCase(server.label(), server, load))
                .toList();
    }
}
