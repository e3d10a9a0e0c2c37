package io.grizzlythrift.bench.chaos;

import io.grizzlythrift.bench.chaos.child.PhaseCalls;
import io.grizzlythrift.bench.chaos.child.WriteLog;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongPredicate;
import java.util.stream.Stream;

/** Compares the writes that servers ran with the outcomes that clients report. */
final class WriteAudit {
    private final Map<Long, Integer> runs = new HashMap<>();

    /** Reads the write logs of all processes of all servers. */
    static WriteAudit of(Collection<Path> writeLogs) throws IOException {
        WriteAudit audit = new WriteAudit();
        for (Path log : writeLogs) {
            WriteLog.read(log, audit::ran);
        }
        return audit;
    }

    void ran(long id) {
        runs.merge(id, 1, Integer::sum);
    }

    /** {@return the number of writes that ran more than once} */
    long twice(PhaseCalls calls) {
        return count(Stream.of(calls.acknowledged(), calls.notRun(), calls.unknown()), id -> times(id) > 1);
    }

    /** {@return the number of writes that had a reply but ran on no server} */
    long lost(PhaseCalls calls) {
        return count(Stream.of(calls.acknowledged()), id -> times(id) == 0);
    }

    /** {@return the number of writes that ran although the client reports that they did not} */
    long ranAfterAll(PhaseCalls calls) {
        return count(Stream.of(calls.notRun()), id -> times(id) > 0);
    }

    /** {@return the number of writes that ran, of those with an outcome that the client does not know} */
    long unknownThatRan(PhaseCalls calls) {
        return count(Stream.of(calls.unknown()), id -> times(id) > 0);
    }

    private int times(long id) {
        return runs.getOrDefault(id, 0);
    }

    private static long count(Stream<List<Long>> ids, LongPredicate condition) {
        return ids.flatMapToLong(list -> list.stream().mapToLong(Long::longValue))
                .filter(condition)
                .count();
    }
}
