package io.grizzlythrift.bench.machine;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Predicate;

/**
 * CPU time of a process up to a moment, as Linux reports it under {@code /proc/PID}.
 *
 * <p>There are two sources, and each can only miss time: {@code stat} includes threads that have ended, but counts in
 * steps of 10 ms; {@code schedstat} of each thread counts nanoseconds, but threads that have ended are missing. The
 * larger value is therefore the better one.
 */
public final class ProcessCpu {
    /** USER_HZ is 100 on every architecture that runs a JDK 17 for Linux. */
    private static final long NANOS_PER_TICK = 10_000_000;

    private final long tickNanos;
    private final Map<String, Long> threadNanos;

    private ProcessCpu(long tickNanos, Map<String, Long> threadNanos) {
        this.tickNanos = tickNanos;
        this.threadNanos = threadNanos;
    }

    /**
     * Reads the counters now.
     *
     * @throws UncheckedIOException if there is no such process
     */
    public static ProcessCpu of(long pid) {
        Path process = Path.of("/proc", Long.toString(pid));
        try {
            return new ProcessCpu(
                    ticks(Files.readString(process.resolve("stat"))) * NANOS_PER_TICK,
                    threads(process.resolve("task"), thread -> true));
        } catch (IOException gone) {
            throw new UncheckedIOException("no CPU time of process " + pid + ": " + gone, gone);
        }
    }

    /**
     * Reads the counters of the JIT compilers of a JVM now; of another process, there are none. Threads that have ended
     * are missing.
     *
     * @throws UncheckedIOException if there is no such process
     */
    public static ProcessCpu ofCompilers(long pid) {
        try {
            return new ProcessCpu(0, threads(Path.of("/proc", Long.toString(pid), "task"), ProcessCpu::isCompiler));
        } catch (IOException gone) {
            throw new UncheckedIOException("no CPU time of process " + pid + ": " + gone, gone);
        }
    }

    private static boolean isCompiler(Path thread) {
        try {
            return Files.readString(thread.resolve("comm")).matches("C[12] Compiler.*\\s*");
        } catch (IOException ended) {
            return false;
        }
    }

    /** {@return the CPU time in nanoseconds up to this reading} */
    long total() {
        return Math.max(
                tickNanos,
                threadNanos.values().stream().mapToLong(Long::longValue).sum());
    }

    /** {@return the CPU time in nanoseconds between an earlier reading and this one} */
    public long since(ProcessCpu earlier) {
        long byThread = 0;
        for (Map.Entry<String, Long> thread : threadNanos.entrySet()) {
            byThread += thread.getValue() - earlier.threadNanos.getOrDefault(thread.getKey(), 0L);
        }
        // The difference of two truncated values may be one step too large.
        return Math.max(byThread, tickNanos - earlier.tickNanos - NANOS_PER_TICK);
    }

    /**
     * Returns user and system time from {@code /proc/PID/stat}: its fields 14 and 15.
     *
     * @param stat the line; its second field is the command in parentheses, which may itself contain spaces and
     *     parentheses
     */
    static long ticks(String stat) {
        String[] afterCommand = stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1);
        return Long.parseLong(afterCommand[11]) + Long.parseLong(afterCommand[12]);
    }

    private static Map<String, Long> threads(Path tasks, Predicate<Path> counts) throws IOException {
        Map<String, Long> nanos = new HashMap<>();
        try (DirectoryStream<Path> threads = Files.newDirectoryStream(tasks, counts::test)) {
            for (Path thread : threads) {
                try {
                    String schedstat = Files.readString(thread.resolve("schedstat"));
                    nanos.put(
                            thread.getFileName().toString(),
                            Long.parseLong(schedstat.substring(0, schedstat.indexOf(' '))));
                } catch (IOException ended) {
                    // A thread may end between the listing and the read; or the kernel keeps no schedstat: then ticks
                    // count.
                }
            }
        }
        return nanos;
    }
}
