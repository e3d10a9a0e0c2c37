package io.grizzlythrift.bench;

import static io.grizzlythrift.strategy.internal.util.Bounds.requireBetween;

import io.grizzlythrift.bench.floor.Ground;
import io.grizzlythrift.bench.process.ServerProcess;
import io.grizzlythrift.bench.server.BenchServer;
import io.grizzlythrift.bench.service.Exchange;
import io.grizzlythrift.bench.service.Method;
import io.grizzlythrift.bench.service.PreparedCall;
import io.grizzlythrift.bench.service.WireProtocol;
import java.io.PrintWriter;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Replies with as little work as possible until the process is terminated: the minimum cost of a server on an I/O layer. */
@Command(
        name = "floor",
        description =
                "Prints \"listening on HOST:PORT\" and replies to each call in the compact protocol with as little work"
                        + " as possible, until it is terminated: the minimum cost of a server on that I/O layer.",
        showDefaultValues = true,
        sortOptions = false)
final class FloorCommand implements Callable<Integer> {
    private static final String HOST = "127.0.0.1";
    private static final int MAX_THREADS = 256;
    private static final int MAX_SIZE = 32 * 1024;

    @Spec
    private CommandSpec spec;

    @Option(
            names = "--ground",
            required = true,
            paramLabel = "NAME",
            description =
                    "The I/O layer: nio (only Java's channels), nio-processor (the same, and generated code that decodes"
                            + " calls of any method and encodes their replies), nio-workers (the same, on as many other"
                            + " threads), epoll (Netty's native epoll), uring (io_uring by system calls, in another process on the"
                            + " newest JDK found, at least 22), grizzly (a bare transport of Grizzly). Those without"
                            + " generated code reply to an echo without decoding it.")
    private Ground ground;

    @Option(names = "--port", defaultValue = "0", paramLabel = "PORT", description = "Port; 0 for any free port.")
    private int port;

    @Option(
            names = "--io-threads",
            defaultValue = "2",
            paramLabel = "N",
            description = "Threads that read and write; with nio-workers, those that read, and as many that write.")
    private int ioThreads;

    @Option(
            names = "--size",
            defaultValue = "300",
            paramLabel = "BYTES",
            description = "Length of the text that clients send, up to 32 KiB.")
    private int size;

    @Option(
            names = "--until-stdin-closes",
            hidden = true,
            description = "Also end when standard input ends, as for serve.")
    private boolean untilStdinCloses;

    /**
     * Checks options before a process is started with them.
     *
     * @throws IllegalArgumentException if one of them is bad
     */
    static void check(List<String> words) {
        FloorCommand read = new FloorCommand();
        Bench.check("floor", read, words, read::requireBounds);
    }

    private void requireBounds() {
        requireBetween("port", port, 0, 65_535);
        requireBetween("io-threads", ioThreads, 1, MAX_THREADS);
        requireBetween("size", size, 0, MAX_SIZE);
    }

    @Override
    public Integer call() throws Exception {
        requireBounds();
        Exchange exchange = Exchange.of(new PreparedCall(Method.ECHO, size, 0), WireProtocol.COMPACT);
        BenchServer floor = ground.serve(HOST, port, ioThreads, exchange);
        int bound = floor.start();
        Runtime.getRuntime().addShutdownHook(new Thread(floor::close, "bench-shutdown"));
        PrintWriter out = spec.commandLine().getOut();
        out.println(ServerProcess.listening(HOST, bound, floor.pid()));
        out.flush();
        if (untilStdinCloses) {
            new Thread(() -> ServeCommand.answerUntilStdinCloses(out), "bench-stdin").start();
        }
        Thread.currentThread().join();
        return 0;
    }
}
