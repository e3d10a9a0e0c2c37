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

/** What servers say that ran, against what clients say of it. */
final class WriteAudit {
    private final Map<Long, Integer> runs = new HashMap<>();

    /** Reads what all processes of all servers wrote. */
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

    /** Writes that ran more than once. */
    long twice(PhaseCalls calls) {
        return count(Stream.of(calls.acknowledged(), calls.notRun(), calls.unknown()), id -> times(id) > 1);
    }

    /** Writes that were answered, and that no server knows. */
    long lost(PhaseCalls calls) {
        return count(Stream.of(calls.acknowledged()), id -> times(id) == 0);
    }

    /** Writes that ran although the client says that they did not. */
    long ranAfterAll(PhaseCalls calls) {
        return count(Stream.of(calls.notRun()), id -> times(id) > 0);
    }

    /** Writes of which the client does not know whether they ran, and that did. */
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
