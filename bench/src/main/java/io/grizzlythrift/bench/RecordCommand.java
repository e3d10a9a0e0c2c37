package io.grizzlythrift.bench;

import static io.grizzlythrift.strategy.internal.util.Bounds.requireBetween;

import io.grizzlythrift.bench.option.Hosts;
import io.grizzlythrift.bench.recording.CallFile;
import io.grizzlythrift.bench.recording.RecordingProxy;
import java.io.IOException;
import java.io.PrintWriter;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Help;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Records the calls of the user's own client. */
@Command(
        name = "record",
        description = {
            "Forwards all data between your client and your server, and writes the calls to a file that 'load --calls'"
                    + " replays. Prints \"listening on 127.0.0.1:PORT\"; connect your client to that address.",
            "Ends after --count calls, or on Ctrl-C; then the whole calls are in the file, which exists only if there"
                    + " are any. Oneway calls are left out, because they have no reply to measure."
        },
        showDefaultValues = true,
        sortOptions = false)
final class RecordCommand implements Callable<Integer> {
    private static final int MAX_CALLS = 100_000;

    @Spec
    private CommandSpec spec;

    @Option(
            names = "--calls",
            required = true,
            showDefaultValue = Help.Visibility.NEVER,
            paramLabel = "FILE",
            description = "File to write the calls to; it must not exist yet.")
    private Path calls;

    @Option(
            names = "--server-host",
            defaultValue = "127.0.0.1",
            paramLabel = "HOST",
            description = "Host of your server.")
    private String serverHost;

    @Option(
            names = "--server-port",
            required = true,
            showDefaultValue = Help.Visibility.NEVER,
            paramLabel = "PORT",
            description = "Port of your server.")
    private int serverPort;

    @Option(
            names = "--port",
            defaultValue = "0",
            paramLabel = "PORT",
            description = "Port that your client connects to; 0 for any free port.")
    private int port;

    @Option(names = "--count", defaultValue = "100", paramLabel = "N", description = "Calls to record.")
    private int count;

    @Override
    @SuppressWarnings("try") // the notice is only closed
    public Integer call() throws IOException, InterruptedException {
        requireBetween("server-port", serverPort, 1, 65_535);
        requireBetween("port", port, 0, 65_535);
        requireBetween("count", count, 1, MAX_CALLS);
        InetSocketAddress server = new InetSocketAddress(Hosts.requireKnown("server-host", serverHost), serverPort);
        PrintWriter out = spec.commandLine().getOut();
        PrintWriter err = spec.commandLine().getErr();
        try (CallFile file = CallFile.create(calls);
                RecordingProxy proxy = new RecordingProxy(port, server, file, count, err::println);
                InterruptNotice notice = new InterruptNotice(() -> kept(proxy), err::println)) {
            out.println("listening on 127.0.0.1:" + proxy.port());
            out.flush();
            proxy.awaitCalls();
            proxy.close();
            out.println(proxy.recorded() + " calls in " + calls + "; next: load --calls=" + calls);
        }
        return 0;
    }

    /** Ends a recording that is interrupted. */
    private String kept(RecordingProxy proxy) {
        try {
            proxy.close();
        } catch (IOException failed) {
            return "cannot write " + calls + ": " + failed;
        }
        return proxy.recorded() == 0
                ? "no call came, so there is no file"
                : proxy.recorded() + " calls are in " + calls + "; next: load --calls=" + calls;
    }
}
