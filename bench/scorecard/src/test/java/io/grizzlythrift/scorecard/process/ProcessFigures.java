package io.grizzlythrift.scorecard.process;

import com.sun.management.OperatingSystemMXBean;
import java.io.IOException;
import java.lang.management.BufferPoolMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.stream.Stream;

/** The figures that a process reports about itself. */
public final class ProcessFigures {
    private final LogCounter log;

    public ProcessFigures(LogCounter log) {
        this.log = log;
    }

    /** Adds the figures under their names. */
    public void tell(Map<String, Long> figures) throws IOException {
        figures.put("threads", (long) ManagementFactory.getThreadMXBean().getThreadCount());
        figures.put("descriptors", descriptors());
        figures.put("directBytes", directBytes());
        figures.put("cpuNanos", cpuNanos());
        figures.put("logLines", log.lines());
        figures.put("stackTraces", log.stackTraces());
    }

    /** Returns the number of threads whose names start with a prefix. */
    public static long threadsNamed(String prefix) {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().startsWith(prefix))
                .count();
    }

    /**
     * Returns the number of open descriptors except files: the JVM opens jars when it first needs them, and keeps them
     * open.
     */
    static long descriptors() throws IOException {
        try (Stream<Path> all = Files.list(Path.of("/proc/self/fd"))) {
            return all.filter(ProcessFigures::isNoFile).count();
        }
    }

    private static boolean isNoFile(Path descriptor) {
        try {
            return !Files.readSymbolicLink(descriptor).isAbsolute();
        } catch (IOException closedMeanwhile) {
            return false;
        }
    }

    private static long directBytes() {
        return ManagementFactory.getPlatformMXBeans(BufferPoolMXBean.class).stream()
                .filter(pool -> pool.getName().equals("direct"))
                .mapToLong(BufferPoolMXBean::getMemoryUsed)
                .sum();
    }

    /** Returns the CPU time of live threads whose names start with a prefix. Needs no descriptor. */
    public static long cpuNanosOfThreads(String prefix) {
        ThreadMXBean threads = ManagementFactory.getThreadMXBean();
        return Arrays.stream(threads.getThreadInfo(threads.getAllThreadIds()))
                .filter(thread -> thread != null && thread.getThreadName().startsWith(prefix))
                .mapToLong(thread -> Math.max(0, threads.getThreadCpuTime(thread.getThreadId())))
                .sum();
    }

    /** Returns the CPU time of the whole process. Needs no descriptor. */
    public static long cpuNanos() {
        return ((OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean()).getProcessCpuTime();
    }
}
