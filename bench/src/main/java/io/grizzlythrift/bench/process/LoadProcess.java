package io.grizzlythrift.bench.process;

import io.grizzlythrift.bench.load.LoadResult;
import io.grizzlythrift.bench.results.ResultFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Runs a client to its end in a separate process. */
public final class LoadProcess {
    private final Children children;
    private final JavaCommand java;

    /**
     * Prepares to start clients.
     *
     * @param children ends a running client when this process ends
     * @param java starts a client
     */
    public LoadProcess(Children children, JavaCommand java) {
        this.children = children;
        this.java = java;
    }

    /**
     * Measures once.
     *
     * @param server the server to measure
     * @param arguments options of {@code load}, without those that locate the server
     * @return the result, valid or not
     * @throws IOException if the client failed without a result
     * @throws InterruptedException if the thread is interrupted
     */
    public LoadResult run(ServerProcess server, List<String> arguments) throws IOException, InterruptedException {
        return measure(List.of("--port=" + server.port(), "--server-pid=" + server.pid()), arguments);
    }

    /**
     * Measures several servers at once, without their CPU time.
     *
     * @param servers the servers to measure, at least one
     * @param arguments options of {@code load}, without those that locate the servers
     * @return the result, valid or not
     * @throws IOException if the client failed without a result
     * @throws InterruptedException if the thread is interrupted
     */
    public LoadResult run(List<ServerProcess> servers, List<String> arguments)
            throws IOException, InterruptedException {
        List<String> ports =
                servers.stream().map(server -> String.valueOf(server.port())).toList();
        List<String> options = new ArrayList<>(List.of("--port=" + ports.get(0)));
        if (ports.size() > 1) {
            options.add("--more-ports=" + String.join(",", ports.subList(1, ports.size())));
        }
        return measure(options, arguments);
    }

    private LoadResult measure(List<String> servers, List<String> arguments) throws IOException, InterruptedException {
        Path json = Files.createTempFile("bench-load", ".json");
        try {
            List<String> all = new ArrayList<>(List.of("load", "--json=" + json));
            all.addAll(servers);
            all.addAll(arguments);
            Process process = children.start(java.with(all).redirectOutput(ProcessBuilder.Redirect.DISCARD));
            int exit = process.waitFor();
            children.end(process);
            if (Files.size(json) == 0) {
                throw new IOException("the client ended with exit code " + exit + " and no result");
            }
            return ResultFiles.read(json, LoadResult.class);
        } finally {
            Files.deleteIfExists(json);
        }
    }

    /**
     * Returns the flags of the client's JVM.
     *
     * @return the flags
     */
    public List<String> flags() {
        return java.flags();
    }
}
