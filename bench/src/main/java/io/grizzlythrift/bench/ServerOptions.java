package io.grizzlythrift.bench;

import io.grizzlythrift.bench.option.ServerNames;
import java.util.List;
import picocli.CommandLine.Option;

/** The options that select a server and its threads, shared by all commands that run one server. */
final class ServerOptions {
    @Option(
            names = "--server",
            required = true,
            paramLabel = "NAME",
            description = "One of: ${COMPLETION-CANDIDATES}.",
            completionCandidates = ServerNames.class)
    private String server;

    @Option(
            names = "--strategy",
            defaultValue = "worker-thread",
            paramLabel = "NAME",
            description = "Strategy of the grizzly server: same-thread, worker-thread,"
                    + " leader-follower, adaptive or, on JDK 21, virtual-thread.")
    private String strategy;

    @Option(
            names = "--io-threads",
            defaultValue = "2",
            paramLabel = "N",
            description = "Threads of the server that read and write.")
    private int ioThreads;

    @Option(
            names = "--worker-threads",
            defaultValue = "4",
            paramLabel = "N",
            description = "Threads of the server that run calls, for servers that have worker threads.")
    private int workerThreads;

    String server() {
        return server;
    }

    String strategy() {
        return strategy;
    }

    int ioThreads() {
        return ioThreads;
    }

    int workerThreads() {
        return workerThreads;
    }

    /** {@return the same options as arguments for another process} */
    List<String> arguments() {
        return List.of(
                "--server=" + server,
                "--strategy=" + strategy,
                "--io-threads=" + ioThreads,
                "--worker-threads=" + workerThreads);
    }
}
