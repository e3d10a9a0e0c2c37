package io.grizzlythrift.samples.mapkeeper.ycsb;

import static java.util.Objects.requireNonNull;

import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import java.util.TreeSet;

/**
 * The work of YCSB, independent of the server: it loads records and then runs the operations of a workload on them.
 *
 * @param workload the mix of operations
 * @param records records to load, 1 to {@value #MAX_RECORDS}
 * @param operations operations to run, 1 to {@value #MAX_OPERATIONS}
 * @param threads client threads, 1 to {@value #MAX_THREADS}; at most one per record and operation
 */
public record YcsbJob(YcsbWorkload workload, int records, int operations, int threads) {
    static final int MAX_RECORDS = 1_000_000;
    static final int MAX_OPERATIONS = 10_000_000;
    static final int MAX_THREADS = 256;

    private static final int STARTUP_SECONDS = 60;

    /** Slow enough for scans of many records on a busy machine. */
    private static final int MILLIS_PER_OPERATION = 5;

    /**
     * Checks the bounds.
     *
     * @throws IllegalArgumentException if a number is out of its bounds
     */
    public YcsbJob {
        requireNonNull(workload, "workload");
        requireAtMost("records", records, MAX_RECORDS);
        requireAtMost("operations", operations, MAX_OPERATIONS);
        requireAtMost("threads", threads, Math.min(MAX_THREADS, Math.min(records, operations)));
    }

    private static void requireAtMost(String name, int value, int max) {
        if (value < 1 || value > max) {
            throw new IllegalArgumentException(name + " is " + value + ", must be 1 to " + max);
        }
    }

    /** Returns the command line of YCSB's client for one phase. It bounds the run time generously. */
    List<String> arguments(YcsbPhase phase, YcsbTarget target) {
        Properties properties = workload.properties();
        properties.setProperty("recordcount", String.valueOf(records));
        properties.setProperty("operationcount", String.valueOf(operations));
        properties.setProperty("threadcount", String.valueOf(threads));
        int seconds = STARTUP_SECONDS + phase.operations(this) / (1_000 / MILLIS_PER_OPERATION);
        properties.setProperty("maxexecutiontime", String.valueOf(seconds));
        if (!target.keepsRecords()) {
            properties.setProperty("dataintegrity", "false");
        }
        properties.setProperty(MapKeeperYcsbClient.HOST_PROPERTY, "127.0.0.1");
        properties.setProperty(MapKeeperYcsbClient.PORT_PROPERTY, String.valueOf(target.port()));
        List<String> arguments = new ArrayList<>(
                List.of(phase.flag(), "-s", "-db", target.binding().getName()));
        for (String name : new TreeSet<>(properties.stringPropertyNames())) {
            arguments.add("-p");
            arguments.add(name + "=" + properties.getProperty(name));
        }
        return arguments;
    }
}
