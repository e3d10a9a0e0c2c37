package io.grizzlythrift.bench.matrix;

import static io.grizzlythrift.bench.matrix.ServerChoice.HSHA;
import static io.grizzlythrift.bench.matrix.ServerChoice.NONBLOCKING;
import static io.grizzlythrift.bench.matrix.ServerChoice.SAME_THREAD;
import static io.grizzlythrift.bench.matrix.ServerChoice.SIMPLE;
import static io.grizzlythrift.bench.matrix.ServerChoice.THREADED_SELECTOR;
import static io.grizzlythrift.bench.matrix.ServerChoice.THREADED_SELECTOR_ALONE;
import static io.grizzlythrift.bench.matrix.ServerChoice.THREAD_POOL;
import static io.grizzlythrift.bench.matrix.ServerChoice.WORKER_THREAD;

import io.grizzlythrift.bench.micro.CopyProbe;
import io.grizzlythrift.bench.published.Cell;
import io.grizzlythrift.bench.published.FbThrift2014;
import io.grizzlythrift.bench.published.MapKeeper2012;
import io.grizzlythrift.bench.published.PublishedComparison;
import io.grizzlythrift.bench.server.ServerOption;
import io.grizzlythrift.bench.service.Method;
import io.grizzlythrift.bench.ycsb.YcsbClient;
import io.grizzlythrift.bench.ycsb.YcsbPlan;
import io.grizzlythrift.bench.ycsb.YcsbStore;
import io.grizzlythrift.samples.mapkeeper.ycsb.YcsbJob;
import io.grizzlythrift.samples.mapkeeper.ycsb.YcsbWorkload;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** The groups and cases of the presets that repeat a published {@link PublishedComparison}: its cells, each once. */
final class ComparisonGroups {
    private static final int DEEP = 100;

    /** As in 2012, for machines of 16 threads. */
    private static final ServerChoice HALF_SYNC = HSHA.with(ServerOption.WORKER_THREADS, 32);

    private static final ServerChoice SELECTORS =
            THREADED_SELECTOR.with(ServerOption.IO_THREADS, 16).with(ServerOption.WORKER_THREADS, 16);

    private ComparisonGroups() {}

    /** One group per size and number of connections, so that servers, clients and protocols take turns. */
    static Stream<Group> thrift2011() {
        Map<String, List<Case>> groups = new LinkedHashMap<>();
        for (Cell cell : PublishedComparison.thrift2011().published().cells()) {
            groups.computeIfAbsent(cell.group(), first -> new ArrayList<>()).add(loadCase(cell));
        }
        return groups.entrySet().stream().map(group -> new Group(group.getKey(), group.getValue()));
    }

    private static LoadCase loadCase(Cell cell) {
        ServerChoice server = ServerChoice.all().stream()
                .filter(choice -> choice.label().equals(cell.server()))
                .findFirst()
                .orElseThrow();
        // It serves one connection at a time; the calls of other connections would have no reply.
        int connections = server.equals(SIMPLE) ? 1 : cell.connections();
        return new LoadCase(
                cell.contender(),
                server,
                Load.echo()
                        .client(cell.client())
                        .protocol(cell.protocol())
                        .size(cell.size())
                        .connections(connections));
    }

    static Stream<Group> mapkeeper2012() {
        Load sleep = Load.echo().sleep(Duration.ofMillis(100));
        List<ServerChoice> sleeping = List.of(NONBLOCKING, HSHA.with(ServerOption.WORKER_THREADS, 10));
        Stream<Group> sleeps = MapKeeper2012.SLEEPING_CLIENTS.stream()
                .map(clients -> PresetGroups.servers(sleeping, sleep.connections(clients)));
        return Stream.of(sleeps, MapKeeper2012.CLIENTS.stream().map(ComparisonGroups::empty), Stream.of(stub()))
                .flatMap(groups -> groups);
    }

    private static Group empty(int clients) {
        Load load = Load.echo().method(Method.PING).connections(clients);
        List<Case> cases = new ArrayList<>(PresetGroups.cases(List.of(HALF_SYNC, SELECTORS, THREAD_POOL), load));
        if (clients == MapKeeper2012.COMPARED_WITH_MOST) {
            cases.add(new LoadCase(
                    MapKeeper2012.WITH_MOST_CLIENTS, THREAD_POOL, load.connections(MapKeeper2012.MOST_CLIENTS)));
        }
        return new Group(load.title(), cases);
    }

    private static Group stub() {
        YcsbPlan plan =
                new YcsbPlan(YcsbClient.LIBTHRIFT, YcsbStore.STUB, new YcsbJob(YcsbWorkload.A, 200_000, 200_000, 16));
        return new Group(
                MapKeeper2012.YCSB_GROUP,
                List.of(new YcsbCase(HALF_SYNC, plan), new YcsbCase(SELECTORS, plan), new YcsbCase(THREAD_POOL, plan)));
    }

    static Stream<Group> fbthrift2014() {
        List<ServerChoice> servers = List.of(THREADED_SELECTOR_ALONE, SAME_THREAD);
        Load noOps = Load.echo().method(Method.PING).connections(8);
        Load mix = Load.echo()
                .method(Method.PING)
                .client("grizzly-async")
                .connections(2)
                .inFlight(40)
                .mixed(1_000, 32, Duration.ofMillis(20));
        return Stream.of(
                PresetGroups.servers(servers, noOps),
                PresetGroups.servers(servers, noOps.inFlight(DEEP)),
                new Group(
                        FbThrift2014.MIX, PresetGroups.cases(List.of(WORKER_THREAD, WORKER_THREAD.asCompleted()), mix)),
                new Group(
                        FbThrift2014.HAND_OVER,
                        List.of(
                                MicroCase.ofBenchmark(FbThrift2014.MUTEX_QUEUE, "HandOverBenchmark.taskPerCall"),
                                MicroCase.ofBenchmark(FbThrift2014.WORKER_THREAD, "HandOverBenchmark.wholeBatch"))),
                copies(FbThrift2014.FRAMES, CopyProbe::frames),
                copies(FbThrift2014.ARGUMENTS, CopyProbe::argument),
                copies(FbThrift2014.RESULTS, CopyProbe::result));
    }

    private static Group copies(String title, MicroCase.Count count) {
        return new Group(
                title,
                List.of(
                        MicroCase.ofCopies(FbThrift2014.LIBTHRIFT, CopyProbe.ofLibthrift(), count),
                        MicroCase.ofCopies(FbThrift2014.THIS_LIBRARY, CopyProbe.ofThisLibrary(), count)));
    }
}
