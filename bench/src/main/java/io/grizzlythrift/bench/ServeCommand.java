package io.grizzlythrift.bench;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.grizzlythrift.bench.memory.LiveHeap;
import io.grizzlythrift.bench.option.DialectConverter;
import io.grizzlythrift.bench.option.Hosts;
import io.grizzlythrift.bench.option.ReplyOrderConverter;
import io.grizzlythrift.bench.process.ChildRequests;
import io.grizzlythrift.bench.process.ServerProcess;
import io.grizzlythrift.bench.server.BenchServer;
import io.grizzlythrift.bench.server.ServerOption;
import io.grizzlythrift.bench.server.ServerSettings;
import io.grizzlythrift.bench.server.Servers;
import io.grizzlythrift.bench.service.DelayedService;
import io.grizzlythrift.bench.service.WireProtocol;
import io.grizzlythrift.call.ReplyOrder;
import io.grizzlythrift.frame.Dialect;
import io.grizzlythrift.limits.ServerLimits;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.net.InetAddress;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.logging.Level;
import java.util.logging.Logger;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Serves the bench's service, or another one, until the process is terminated. */
@Command(
        name = "serve",
        description = {
            "Starts a server, prints \"listening on HOST:PORT\" and serves until it is terminated.",
            "An option that has no effect on the chosen server is an error."
        },
        showDefaultValues = true,
        sortOptions = false)
final class ServeCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Mixin
    private ServerOptions server;

    @Option(
            names = "--reply-order",
            defaultValue = "request",
            paramLabel = "NAME",
            converter = ReplyOrderConverter.class,
            description =
                    "Replies on a connection are sent in the order of its requests (request), or each when its call"
                            + " ends (completed, grizzly only).")
    private ReplyOrder replyOrder;

    @Option(
            names = "--protocol",
            defaultValue = "compact",
            paramLabel = "NAME",
            description = "Encoding: binary or compact.")
    private WireProtocol protocol;

    @Option(
            names = "--dialect",
            paramLabel = "NAME",
            converter = DialectConverter.class,
            description = "Accept only this dialect (default: all that the server supports): framed, unframed or"
                    + " header. Servers other than grizzly support only framed.")
    private Optional<Dialect> dialect;

    @Mixin
    private ServiceOptions service;

    @Option(
            names = "--host",
            defaultValue = "127.0.0.1",
            paramLabel = "HOST",
            description =
                    "Local address to listen on; 0.0.0.0 for all. On any address except the default, other machines"
                            + " can reach the server, and nothing protects it from them.")
    private String host;

    @Option(names = "--port", defaultValue = "0", paramLabel = "PORT", description = "Port; 0 for any free port.")
    private int port;

    @Option(
            names = "--max-frame",
            defaultValue = "33554432",
            paramLabel = "BYTES",
            description = "Maximum size of a request.")
    private int maxFrameBytes;

    @Option(
            names = "--interceptors",
            defaultValue = "0",
            paramLabel = "N",
            description =
                    "Number of interceptors that observe each call; each keeps the size of the largest reply (grizzly"
                            + " only).")
    private int interceptors;

    @Option(
            names = "--delay",
            defaultValue = "0s",
            paramLabel = "TIME",
            description = "Time that each call waits on its thread before it runs, up to 1m, as on a slow server.")
    private Duration delay;

    @Option(
            names = "--delay-every",
            defaultValue = "1",
            paramLabel = "N",
            description = "Only every Nth call waits for --delay.")
    private int delayEvery;

    @Option(
            names = "--until-stdin-closes",
            hidden = true,
            description = "Also end when standard input ends, reply to its lines, and log only errors: for servers that"
                    + " other commands start and that must not outlive them.")
    private boolean untilStdinCloses;

    /**
     * Checks options without starting a server.
     *
     * @param words options as on a command line
     * @return the options that have an effect on the server
     * @throws IllegalArgumentException if one of them is not a valid option, or has no effect on the server
     */
    static Set<ServerOption> check(List<String> words) {
        ServeCommand read = new ServeCommand();
        Bench.check("serve", read, words, () -> read.server.requireEffect());
        return read.server.used();
    }

    @Override
    public Integer call() throws Exception {
        server.requireEffect();
        InetAddress address = Hosts.requireLocal("host", host);
        ServerSettings settings = new ServerSettings(
                host,
                port,
                protocol,
                server.strategy(),
                replyOrder,
                server.ioThreads(),
                server.workerThreads(),
                maxFrameBytes,
                DelayedService.of(service.service(), delay, delayEvery),
                interceptors,
                ServerLimits.defaults().queueTimeout(),
                dialect);
        if (untilStdinCloses) {
            // Servers differ in how much they log when a client disconnects after its measurement.
            Logger.getLogger("").setLevel(Level.SEVERE);
        }
        BenchServer running = Servers.create(server.server(), settings);
        int bound;
        try {
            bound = running.start();
        } catch (Exception failed) {
            running.close();
            throw failed;
        }
        Runtime.getRuntime().addShutdownHook(new Thread(running::close, "bench-shutdown"));
        PrintWriter out = spec.commandLine().getOut();
        if (!address.isLoopbackAddress()) {
            spec.commandLine()
                    .getErr()
                    .println("warning: --host is " + host
                            + ": other machines reach this server, without TLS or passwords");
        }
        out.println(ServerProcess.listening(host, bound, running.pid()));
        out.flush();
        if (untilStdinCloses) {
            new Thread(() -> answerUntilStdinCloses(out), "bench-stdin").start();
        }
        Thread.currentThread().join();
        return 0;
    }

    /** Replies to requests on standard input, and ends the process with it. */
    static void answerUntilStdinCloses(PrintWriter out) {
        try {
            new ChildRequests()
                    .on(
                            ServerProcess.HEAP,
                            (arguments, figures) -> figures.put(ServerProcess.HEAP_BYTES, LiveHeap.settledBytes()))
                    .answer(new InputStreamReader(System.in, UTF_8), out);
        } catch (IOException alsoTheEnd) {
            // A broken pipe is an end, too.
        }
        System.exit(0);
    }
}
