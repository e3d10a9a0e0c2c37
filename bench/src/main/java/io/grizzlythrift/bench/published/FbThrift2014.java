package io.grizzlythrift.bench.published;

import static io.grizzlythrift.bench.published.Expectation.LESS;
import static io.grizzlythrift.bench.published.Expectation.LEVEL;
import static io.grizzlythrift.bench.published.Expectation.MORE;

import io.grizzlythrift.bench.load.LoadResult;
import io.grizzlythrift.bench.results.Figure;
import io.grizzlythrift.bench.results.LoadFigures;
import io.grizzlythrift.bench.results.LoadMeasurement;
import io.grizzlythrift.bench.results.Measurement;
import io.grizzlythrift.bench.results.MicroMeasurement;
import java.util.List;

/** The cells and conclusions of the comparison of 2014. */
public final class FbThrift2014 {
    /** The group of calls with some that burn CPU time. */
    public static final String MIX =
            "1,000 pings/s over 2 connections, one in 32 burns 20 ms instead; latency of the others";

    /** The group of the hand-over. */
    public static final String HAND_OVER = "hand-over of no-ops from the thread that reads";

    /** The hand-over to a {@link java.util.concurrent.ThreadPoolExecutor}. */
    public static final String MUTEX_QUEUE = "a queue with mutexes";

    /** The hand-over of this library. */
    public static final String WORKER_THREAD = "worker-thread";

    /** The groups of copies: from the read to the frames, from a frame to a value, and from a value to the reply. */
    public static final String FRAMES = "bytes of 16 frames copied out of a read";

    public static final String ARGUMENTS = "bytes of a binary argument of 3,072 B copied out of its frame";

    public static final String RESULTS = "bytes of a binary result of 3,072 B copied into the reply";

    /** This library, in the groups of copies. */
    public static final String THIS_LIBRARY = "grizzly";

    /** libthrift, in the groups of copies. */
    public static final String LIBTHRIFT = "TFramedTransport";

    private static final String IN_ORDER = "grizzly worker-thread";
    private static final String AS_COMPLETED = "grizzly worker-thread, as completed";
    private static final String NEW = "grizzly same-thread";
    private static final String OLD = "threaded-selector (no workers)";
    private static final String DEEP = "ping, compact, 8 connections x 100 in flight";
    private static final Figure<Measurement> CALLS = LoadMeasurement.figure(LoadFigures.CALLS);

    private FbThrift2014() {}

    static List<Conclusion> conclusions() {
        Figure<Measurement> writes = LoadMeasurement.figure(LoadFigures.SERVER_WRITES);
        Figure<Measurement> reads = LoadMeasurement.figure(LoadFigures.SERVER_READS);
        List<Pair> deep = List.of(Pair.of(DEEP, NEW, OLD));
        return List.of(
                new Conclusion(
                        "With 100 outstanding no-ops on each connection, the newer server completes more of them",
                        List.of(new RatioClaim("it completes", "the calls/s of the older one", MORE, CALLS, deep))),
                new Conclusion(
                        "With one outstanding no-op, they are level",
                        List.of(new RatioClaim(
                                "the newer one completes",
                                "the calls/s of the older one",
                                LEVEL,
                                CALLS,
                                List.of(Pair.of("ping, compact, 8 connections", NEW, OLD))))),
                new Conclusion(
                        "Among calls that burn, replies out of order reduce the latency of no-ops from p75 on, in 2014 by"
                                + " almost half, and its standard deviation",
                        List.of(
                                mixed(
                                        "as completed, they have",
                                        "the standard deviation of those in order",
                                        LESS,
                                        LoadFigures.DEVIATION),
                                mixed("they take", "their p75", LESS, LoadFigures.P75),
                                mixed("they take", "their p90", LESS, LoadFigures.P90),
                                mixed("they take", "their p99", LESS, LoadFigures.P99))),
                new Conclusion(
                        "Below p75, replies out of order change nothing",
                        List.of(mixed(
                                "as completed, no-ops take", "the p50 of those in order", LEVEL, LoadFigures.P50))),
                new Conclusion(
                        "A hand-over without mutexes is faster than a queue with them",
                        List.of(new RatioClaim(
                                "`worker-thread` completes",
                                "the calls/s of the queue",
                                MORE,
                                MicroMeasurement.VALUE,
                                List.of(Pair.of(HAND_OVER, WORKER_THREAD, MUTEX_QUEUE))))),
                new Conclusion(
                        "A read fetches many frames, which are views of it",
                        List.of(
                                new RatioClaim(
                                        "with 100 in flight, it makes",
                                        "the reads per call of the older one",
                                        LESS,
                                        reads,
                                        deep),
                                copied("bytes copied", FRAMES))),
                new Conclusion(
                        "The replies of a loop are gathered in one write",
                        List.of(new RatioClaim(
                                "with 100 in flight, it makes",
                                "the writes per call of the older one",
                                LESS,
                                writes,
                                deep))),
                new Conclusion(
                        "Binary values pass without a copy in both directions",
                        List.of(
                                copied("bytes copied from a request of 3,072 B", ARGUMENTS),
                                copied("bytes copied into a reply", RESULTS))));
    }

    private static Claim mixed(String subject, String object, Expectation expectation, Figure<LoadResult> figure) {
        return new RatioClaim(
                subject,
                object,
                expectation,
                LoadMeasurement.figure(figure),
                List.of(Pair.of(MIX, AS_COMPLETED, IN_ORDER)));
    }

    private static Claim copied(String subject, String group) {
        return new NothingClaim(subject, MicroMeasurement.VALUE, new Place(group, THIS_LIBRARY));
    }
}
