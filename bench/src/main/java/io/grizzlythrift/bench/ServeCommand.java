package io.grizzlythrift.bench;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.grizzlythrift.bench.memory.LiveHeap;
import io.grizzlythrift.bench.option.DialectConverter;
import io.grizzlythrift.bench.option.Hosts;
import io.grizzlythrift.bench.option.ReplyOrderConverter;
import io.grizzlythrift.bench.process.ChildRequests;
import io.grizzlythrift.bench.process.ServerProcess;
import io.grizzlythrift.bench.server.BenchServer;
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
import java.util.Optional;
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
        description = "Prints \"listening on HOST:PORT\" and serves until it is terminated.",
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
            description = "Replies of a connection leave in the order of its requests (request), or each as its call"
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
            description = "The only dialect that is accepted (default: all that the server has): framed, unframed or"
                    + " header. Other servers than grizzly have framed alone.")
    private Optional<Dialect> dialect;

    @Mixin
    private ServiceOptions service;

    @Option(
            names = "--host",
            defaultValue = "127.0.0.1",
            paramLabel = "HOST",
            description =
                    "Address of this machine to listen on; 0.0.0.0 for all. Other machines reach every address but"
                            + " the default one, and nothing protects the server from them.")
    private String host;

    @Option(names = "--port", defaultValue = "0", paramLabel = "PORT", description = "Port; 0 takes any free one.")
    private int port;

    @Option(
            names = "--max-frame",
            defaultValue = "33554432",
            paramLabel = "BYTES",
            description = "The largest request.")
    private int maxFrameBytes;

    @Option(
            names = "--interceptors",
            defaultValue = "0",
            paramLabel = "N",
            description = "Interceptors that observe each call, each for the largest reply (grizzly only).")
    private int interceptors;

    @Option(
            names = "--delay",
            defaultValue = "0s",
            paramLabel = "TIME",
            description = "Calls wait that long on their thread before they run, up to 1m: a slow server.")
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
            description = "Also end when standard input ends, answer its lines, and log errors alone: for servers of"
                    + " other commands, which they must not outlive.")
    private boolean untilStdinCloses;

    @Override
    public Integer call() throws Exception {
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
            // Servers differ in how much they say when a client has measured enough and is gone.
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
        out.println("listening on " + host + ":" + bound
                + (running.pid() == ProcessHandle.current().pid() ? "" : ", process " + running.pid()));
        out.flush();
        if (untilStdinCloses) {
            new Thread(() -> answerUntilStdinCloses(out), "bench-stdin").start();
        }
        Thread.currentThread().join();
        return 0;
    }

    private static void answerUntilStdinCloses(PrintWriter out) {
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
