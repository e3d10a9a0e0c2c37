package io.grizzlythrift.bench.matrix;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertFalse;
import static org.testng.Assert.assertTrue;

import io.grizzlythrift.bench.load.LoadClients;
import io.grizzlythrift.bench.published.Place;
import io.grizzlythrift.bench.published.PublishedComparison;
import io.grizzlythrift.bench.recording.CallFiles;
import io.grizzlythrift.bench.recording.Recording;
import io.grizzlythrift.bench.server.Servers;
import io.grizzlythrift.bench.service.WireProtocol;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/** The cases of presets, and filters on them. */
public final class PresetTest {
    private static final long MEBIBYTE = 1 << 20;

    @DataProvider
    static Object[][] presets() {
        return Stream.of(Preset.values()).map(preset -> new Object[] {preset}).toArray(Object[][]::new);
    }

    /** Results are distinguished by their groups and contenders. */
    @Test(dataProvider = "presets")
    public void namesAreUnique(Preset preset) {
        Set<String> titles = new HashSet<>();
        for (Group group : PresetGroups.of(preset, Cut.NOTHING, Optional.empty())) {
            assertTrue(titles.add(group.title()), group.title());
            Set<String> contenders = new HashSet<>();
            group.cases().forEach(one -> assertTrue(contenders.add(one.contender()), one.contender()));
            assertTrue(contenders.size() > 1, group.title() + " compares nothing");
        }
        assertFalse(titles.isEmpty());
    }

    /** Servers and clients are known by name. */
    @Test(dataProvider = "presets")
    public void nameServersAndClientsThatExist(Preset preset) {
        for (LoadCase one : loads(preset, Cut.NOTHING)) {
            assertTrue(
                    Servers.names().contains(one.server().server()),
                    one.server().server());
            assertTrue(
                    LoadClients.names().contains(one.load().client()),
                    one.load().client());
        }
    }

    /** Every server of a preset starts with the options that the preset gives it. */
    @Test(dataProvider = "presets")
    public void giveServersOptionsThatHaveAnEffect(Preset preset) {
        for (LoadCase one : loads(preset, Cut.NOTHING)) {
            ServerChoice server = one.server();
            Set<String> used = new HashSet<>(Set.of("server"));
            String strategy = server.label().replaceAll("^grizzly |, .*", "");
            Servers.options(server.server(), strategy).forEach(option -> used.add(option.toString()));
            for (String option : server.options(one.load().protocol())) {
                assertTrue(used.contains(option.replaceAll("^--|=.*", "")), server.label() + ": " + option);
            }
        }
    }

    /** Each server that has such threads in its preset gets the number, once. */
    @Test(dataProvider = "presets")
    public void threadsCanBeChosen(Preset preset) {
        ThreadCounts threads = new ThreadCounts(Optional.of(7), Optional.of(77));
        for (LoadCase one : loads(preset, Cut.NOTHING)) {
            LoadCase changed = one.with(threads);
            assertEquals(
                    changed.server().options().stream().sorted().toList(),
                    one.server().options().stream()
                            .map(option -> option.replaceAll("^--io-threads=.*", "--io-threads=7")
                                    .replaceAll("^--worker-threads=[1-9].*", "--worker-threads=77"))
                            .sorted()
                            .toList());
        }
    }

    /** Exactly the cells of the published tables: sizes, protocols, numbers of connections, servers and clients. */
    @Test
    public void thrift2011HasThePublishedCells() {
        List<LoadCase> all = loads(Preset.THRIFT_2011, Cut.NOTHING);
        assertEquals(all.size(), 15 + 8 + 22 + 11 + 33 - 2, "two cells are in two tables");
        Map<Integer, Long> bySize =
                all.stream().collect(Collectors.groupingBy(one -> one.load().size(), Collectors.counting()));
        assertEquals(bySize, Map.of(3 << 20, 23L, 3 << 10, 22L, 300, 42L));
        List<LoadCase> cut = loads(
                Preset.THRIFT_2011,
                new Cut(Set.of("grizzly", "netty"), Set.of("grizzly-sync"), Set.of(), Set.of(300), Set.of(20, 1000)));
        assertEquals(
                cut.stream()
                        .map(one -> one.contender() + ": " + one.load().title())
                        .toList(),
                List.of(
                        "netty, grizzly-sync, compact: echo 300 B, compact, 20 connections",
                        "grizzly same-thread, grizzly-sync, compact: echo 300 B, compact, 20 connections",
                        "grizzly leader-follower, grizzly-sync, compact: echo 300 B, compact, 20 connections",
                        "netty, grizzly-sync, compact: echo 300 B, compact, 1000 connections",
                        "grizzly same-thread, grizzly-sync, compact: echo 300 B, compact, 1000 connections",
                        "grizzly worker-thread, grizzly-sync, compact: echo 300 B, compact, 1000 connections",
                        "grizzly leader-follower, grizzly-sync, compact: echo 300 B, compact, 1000 connections"));
    }

    /** The numbers of clients and the threads of the servers. */
    @Test
    public void mapkeeper2012HasThePublishedCells() {
        List<String> all = loads(Preset.MAPKEEPER_2012, Cut.NOTHING).stream()
                .map(one -> one.load().title().replaceAll(" .*, ", " ") + ": " + one.contender() + " "
                        + one.server().more())
                .toList();
        assertEquals(all.size(), 5 * 2 + 7 * 3 + 1, all.toString());
        assertTrue(
                all.containsAll(List.of(
                        "sleep 1 connection: nonblocking []",
                        "sleep 100 connections: hsha [--worker-threads=10]",
                        "ping, 1 connection: hsha [--worker-threads=32]",
                        "ping, 1000 connections: threaded-selector [--io-threads=16, --worker-threads=16]",
                        "ping, 10000 connections: thread-pool (thread per connection), 10,000 connections []")),
                all.toString());
    }

    /** One and 100 calls at a time, and replies in both orders. */
    @Test
    public void fbthrift2014HasThePublishedCells() {
        assertEquals(
                PresetGroups.of(Preset.FBTHRIFT_2014, Cut.NOTHING, Optional.empty()).stream()
                        .map(group ->
                                group.cases().stream().map(Case::contender).toList())
                        .toList(),
                List.of(
                        List.of("threaded-selector (no workers)", "grizzly same-thread"),
                        List.of("threaded-selector (no workers)", "grizzly same-thread"),
                        List.of("grizzly worker-thread", "grizzly worker-thread, as completed"),
                        List.of("a queue with mutexes", "worker-thread"),
                        List.of("TFramedTransport", "grizzly"),
                        List.of("TFramedTransport", "grizzly"),
                        List.of("TFramedTransport", "grizzly")));
    }

    @DataProvider
    static Object[][] comparisons() {
        return new Object[][] {{Preset.THRIFT_2011}, {Preset.MAPKEEPER_2012}, {Preset.FBTHRIFT_2014}};
    }

    /** Conclusions and published figures name cases of their preset; otherwise they would never be decided. */
    @Test(dataProvider = "comparisons")
    public void comparisonsNameTheirCases(Preset preset) {
        Set<Place> measured = PresetGroups.of(preset, Cut.NOTHING, Optional.empty()).stream()
                .flatMap(group -> group.cases().stream().map(one -> new Place(group.title(), one.contender())))
                .collect(Collectors.toSet());
        PublishedComparison comparison =
                PublishedComparison.of(preset.toString()).orElseThrow();
        assertFalse(comparison.places().isEmpty());
        for (Place place : comparison.places()) {
            assertTrue(measured.contains(place), place.toString());
        }
    }

    /** Every comparison takes less than an hour, by the estimate that is printed. */
    @Test(dataProvider = "comparisons")
    public void comparisonsTakeLessThanAnHour(Preset preset) {
        Duration expected =
                new Matrix(preset, Cut.NOTHING, Optional.empty(), ThreadCounts.OF_PRESET, preset.timing()).expected();
        assertTrue(expected.compareTo(Duration.ofHours(1)) < 0, expected.toString());
        assertEquals(preset.timing().rounds(), 3);
    }

    /** Servers can be selected by strategy, name or label. */
    @Test
    public void cutsByAnyNameOfAServer() {
        assertEquals(servers("grizzly").size(), 4);
        assertEquals(servers("leader-follower"), List.of("grizzly leader-follower"));
        assertEquals(servers("grizzly worker-thread"), List.of("grizzly worker-thread"));
        assertEquals(servers("netty"), List.of("netty"));
        assertEquals(
                message(() -> servers("no such")),
                "servers is no such, must be one of: threaded-selector, simple, threaded-selector (no workers),"
                        + " thread-pool, thread-pool (thread per connection), nonblocking, hsha, netty, netty-pool,"
                        + " netty-epoll, netty-uring, grizzly, same-thread, grizzly same-thread, worker-thread,"
                        + " grizzly worker-thread, leader-follower, grizzly leader-follower, adaptive,"
                        + " grizzly adaptive");
    }

    private static List<String> servers(String name) {
        Cut cut = new Cut(Set.of(name), Set.of(), Set.of(), Set.of(), Set.of(1_000));
        return loads(Preset.CONNECTIONS, cut).stream().map(LoadCase::contender).toList();
    }

    /**
     * A server that serves one connection at a time is measured only with one connection, and where waiting is the
     * point.
     */
    @Test
    public void simpleIsNotAskedForMore() {
        for (Preset preset :
                List.of(Preset.QUICK, Preset.THRIFT_2011, Preset.PIPELINED, Preset.CONNECTIONS, Preset.MIXED)) {
            for (LoadCase one : loads(preset, Cut.NOTHING)) {
                if (one.server().equals(ServerChoice.SIMPLE)) {
                    assertEquals(
                            one.load().connections(),
                            1,
                            preset + ": " + one.load().title());
                }
            }
        }
    }

    /** Heaps grow with the bytes in flight; a case that does not fit into memory is not started. */
    @Test
    public void refusesWhatDoesNotFit() {
        LoadCase small = new LoadCase("small", ServerChoice.NETTY, Load.echo());
        assertTrue(small.obstacle(3_000 * MEBIBYTE).isEmpty());
        LoadCase large = new LoadCase(
                "large",
                ServerChoice.NETTY,
                Load.echo().size((int) (3 * MEBIBYTE)).connections(1_000));
        assertEquals(
                large.obstacle(24_000 * MEBIBYTE).orElse(""),
                "server and client would need 25,024 MiB of heap each; this machine has 24,000 MiB of memory");
        assertTrue(large.obstacle(64_000 * MEBIBYTE).isEmpty());
    }

    /** Recorded calls replace the echo of the raw client; other clients cannot replay them. */
    @Test
    public void recordedCallsReplaceTheEcho() throws Exception {
        Path file = Files.createTempFile("own", ".calls");
        try {
            CallFiles.write(file, WireProtocol.BINARY, client -> client.send_add(4, 2));
            OwnCalls own = new OwnCalls(List.of("--service-jar=acme.jar"), Recording.read(file));
            List<Group> groups = PresetGroups.of(Preset.QUICK, Cut.NOTHING, Optional.of(own));
            String calls = "1 call of " + file.getFileName() + ", binary, ";
            assertEquals(
                    groups.stream().map(Group::title).toList(),
                    List.of(calls + "40 connections", calls + "4 connections x 50 in flight"));
            LoadCase first = (LoadCase) groups.get(0).cases().get(0);
            assertTrue(first.load().options().contains("--calls=" + file));
            assertTrue(first.server().options().contains("--service-jar=acme.jar"));
            assertEquals(
                    message(() -> PresetGroups.of(Preset.SLEEP, Cut.NOTHING, Optional.of(own))),
                    "preset is sleep, must be one of: quick, pipelined, connections, rates; with --calls");
        } finally {
            Files.delete(file);
        }
    }

    /** Rounds and durations have bounds. */
    @Test
    public void timingHasBounds() {
        assertEquals(Timing.of(1, 0, 1).perMeasurement(), Duration.ofSeconds(1));
        assertEquals(message(() -> Timing.of(0, 1, 1)), "rounds is 0, must be 1 to 10000");
        assertEquals(message(() -> Timing.of(1, 1, 0)), "duration is 0s, must be more than 0s");
    }

    private static String message(Runnable bad) {
        try {
            bad.run();
            return "";
        } catch (IllegalArgumentException refused) {
            return refused.getMessage();
        }
    }

    private static List<LoadCase> loads(Preset preset, Cut cut) {
        List<LoadCase> loads = new ArrayList<>();
        for (Group group : PresetGroups.of(preset, cut, Optional.empty())) {
            for (Case one : group.cases()) {
                if (one instanceof LoadCase load) {
                    loads.add(load);
                }
            }
        }
        return loads;
    }
}
