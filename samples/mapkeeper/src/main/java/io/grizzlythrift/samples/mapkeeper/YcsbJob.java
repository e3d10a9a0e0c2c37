package io.grizzlythrift.samples.mapkeeper;

import static java.util.Objects.requireNonNull;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What YCSB shall do, in both of its phases.
 *
 * @param binding what YCSB calls the server through
 * @param workload the operations
 * @param records records that are loaded
 * @param operations operations that are run on them
 * @param threads YCSB threads, at most one per record and operation
 * @param port where the server listens on 127.0.0.1
 */
public record YcsbJob(
        Class<? extends MapKeeperYcsbClient> binding,
        YcsbWorkload workload,
        int records,
        int operations,
        int threads,
        int port) {
    /** Checks that nothing is missing. */
    public YcsbJob {
        requireNonNull(binding, "binding");
        requireNonNull(workload, "workload");
    }

    /** Arguments of YCSB's client; the report goes to the file. */
    List<String> arguments(Path report) {
        Map<String, String> properties = new TreeMap<>(workload.properties());
        properties.put("recordcount", String.valueOf(records));
        properties.put("operationcount", String.valueOf(operations));
        properties.put("threadcount", String.valueOf(threads));
        properties.put("exportfile", report.toString());
        properties.put(MapKeeperYcsbClient.HOST_PROPERTY, "127.0.0.1");
        properties.put(MapKeeperYcsbClient.PORT_PROPERTY, String.valueOf(port));
        List<String> arguments = new ArrayList<>(List.of("-s", "-db", binding.getName()));
        properties.forEach((name, value) -> arguments.addAll(List.of("-p", name + "=" + value)));
        return arguments;
    }
}
