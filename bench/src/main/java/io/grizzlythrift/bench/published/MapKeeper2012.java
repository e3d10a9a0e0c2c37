package io.grizzlythrift.bench.published;

import static io.grizzlythrift.bench.published.Expectation.LESS;
import static io.grizzlythrift.bench.published.Expectation.MORE;

import io.grizzlythrift.bench.results.Figure;
import io.grizzlythrift.bench.results.LoadFigures;
import io.grizzlythrift.bench.results.LoadMeasurement;
import io.grizzlythrift.bench.results.Measurement;
import io.grizzlythrift.bench.results.YcsbFigures;
import io.grizzlythrift.bench.results.YcsbMeasurement;
import java.util.List;

/** The cells and conclusions of the comparison of 2012. */
public final class MapKeeper2012 {
    /** Numbers of clients whose calls sleep. */
    public static final List<Integer> SLEEPING_CLIENTS = List.of(1, 10, 20, 50, 100);

    /** Numbers of clients of the empty handler. */
    public static final List<Integer> CLIENTS = List.of(1, 10, 50, 100, 200, 500, 1_000);

    /** The number of clients that only the server with a thread per connection served. */
    public static final int MOST_CLIENTS = 10_000;

    /** The number of clients in whose group it is shown. */
    public static final int COMPARED_WITH_MOST = 1_000;

    /** The name of this case, which was not compared with another server. */
    public static final String WITH_MOST_CLIENTS = "thread-pool (thread per connection), 10,000 connections";

    /** The group of YCSB. */
    public static final String YCSB_GROUP = "YCSB load, 16 threads, stub server";

    private static final int TEN = 10;
    private static final String HALF_SYNC = "hsha";
    private static final String SELECTORS = "threaded-selector";

    private static final Figure<Measurement> CALLS = LoadMeasurement.figure(LoadFigures.CALLS);
    private static final Figure<Measurement> MEAN = LoadMeasurement.figure(LoadFigures.MEAN);

    private static final Figure<Measurement> LOADED = YcsbFigures.LOAD.of(YcsbMeasurement.class::cast);

    private MapKeeper2012() {}

    static List<Conclusion> conclusions() {
        List<Pair> sleeping = List.of(Pair.of("sleep 100 ms, compact, " + connections(TEN), HALF_SYNC, "nonblocking"));
        List<Pair> empty = CLIENTS.stream()
                .map(clients -> Pair.of("ping, compact, " + connections(clients), SELECTORS, HALF_SYNC))
                .toList();
        return List.of(
                new Conclusion(
                        "With ten clients whose calls sleep, `THsHaServer` with ten workers completes more calls than"
                                + " `TNonblockingServer`, in less time",
                        List.of(
                                new RatioClaim(
                                        "it completes", "the calls/s of `TNonblockingServer`", MORE, CALLS, sleeping),
                                new RatioClaim("it takes", "its mean latency", LESS, MEAN, sleeping))),
                new Conclusion(
                        "With an empty handler, `TThreadedSelectorServer` completes more calls than `THsHaServer`, in less"
                                + " time",
                        List.of(
                                new RatioClaim("it completes", "the calls/s of `THsHaServer`", MORE, CALLS, empty),
                                new RatioClaim("it takes", "its mean latency", LESS, MEAN, empty),
                                new RatioClaim(
                                        "under YCSB it completes",
                                        "its operations/s",
                                        MORE,
                                        LOADED,
                                        List.of(Pair.of(
                                                YCSB_GROUP, SELECTORS + ", libthrift", HALF_SYNC + ", libthrift"))))),
                new Conclusion(
                        "`TThreadPoolServer` serves 10,000 clients",
                        List.of(new ServedClaim(
                                "it completes",
                                CALLS,
                                new Place("ping, compact, " + connections(COMPARED_WITH_MOST), WITH_MOST_CLIENTS)))));
    }

    private static String connections(int count) {
        return count + (count == 1 ? " connection" : " connections");
    }
}
