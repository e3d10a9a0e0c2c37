package io.grizzlythrift.bench.process;

import io.grizzlythrift.bench.load.LoadResult;
import io.grizzlythrift.bench.results.ResultFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Runs a client to its end, in a process of its own. */
public final class LoadProcess {
    private final Children children;
    private final JavaCommand java;

    /**
     * Prepares to start clients.
     *
     * @param children ends one that runs when this process is ended
     * @param java how to start it
     */
    public LoadProcess(Children children, JavaCommand java) {
        this.children = children;
        this.java = java;
    }

    /**
     * Measures once.
     *
     * @param server what to measure
     * @param arguments options of {@code load} beside the server's
     * @return the result, valid or not
     * @throws IOException if the client failed without a result
     * @throws InterruptedException if the thread is interrupted meanwhile
     */
    public LoadResult run(ServerProcess server, List<String> arguments) throws IOException, InterruptedException {
        Path json = Files.createTempFile("bench-load", ".json");
        try {
            List<String> all = new ArrayList<>(
                    List.of("load", "--port=" + server.port(), "--server-pid=" + server.pid(), "--json=" + json));
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
     * How its JVM is started.
     *
     * @return its flags
     */
    public List<String> flags() {
        return java.flags();
    }
}
