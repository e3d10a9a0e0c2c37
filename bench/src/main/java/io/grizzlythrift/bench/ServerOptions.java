package io.grizzlythrift.bench;

import io.grizzlythrift.bench.option.ServerNames;
import io.grizzlythrift.bench.server.ServerOption;
import io.grizzlythrift.bench.server.Servers;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.Spec;

/** The options that select a server and its threads, shared by all commands that run one server. */
final class ServerOptions {
    @Spec(Spec.Target.MIXEE)
    private CommandSpec command;

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
            description =
                    "Threads of the server that run calls, for servers that have worker threads; 0 for threaded-selector"
                            + " to run calls on its I/O threads.")
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

    /** {@return the options that have an effect on the server} */
    Set<ServerOption> used() {
        return Servers.options(server, strategy);
    }

    /**
     * Rejects options on the command line that have no effect on the server.
     *
     * @throws IllegalArgumentException if there is such an option
     */
    void requireEffect() {
        ParseResult given = command.commandLine().getParseResult();
        Set<ServerOption> used = used();
        for (ServerOption option : ServerOption.values()) {
            if (!used.contains(option) && given.hasMatchedOption("--" + option)) {
                throw new IllegalArgumentException(option + " is "
                        + given.matchedOption("--" + option)
                                .originalStringValues()
                                .get(0)
                        + ", must be left out: it has no effect with --server " + server
                        + (used.contains(ServerOption.STRATEGY) ? " --strategy " + strategy : ""));
            }
        }
    }

    /** {@return the same options as arguments for another process, without those that have no effect} */
    List<String> arguments() {
        Set<ServerOption> used = used();
        List<String> all = new ArrayList<>(List.of("--server=" + server));
        if (used.contains(ServerOption.STRATEGY)) {
            all.add("--strategy=" + strategy);
        }
        if (used.contains(ServerOption.IO_THREADS)) {
            all.add("--io-threads=" + ioThreads);
        }
        if (used.contains(ServerOption.WORKER_THREADS)) {
            all.add("--worker-threads=" + workerThreads);
        }
        return all;
    }
}
