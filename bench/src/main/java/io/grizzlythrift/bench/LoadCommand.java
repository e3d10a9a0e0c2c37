package io.grizzlythrift.bench;

import io.grizzlythrift.bench.drift.DriftJava;
import io.grizzlythrift.bench.load.LatencyMicros;
import io.grizzlythrift.bench.load.LoadResult;
import io.grizzlythrift.bench.load.LoadRun;
import io.grizzlythrift.bench.load.plan.LoadPlan;
import io.grizzlythrift.bench.option.Hosts;
import io.grizzlythrift.bench.option.NamedValueConverter;
import io.grizzlythrift.bench.results.ResultFiles;
import io.grizzlythrift.frame.Dialect;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Help;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Takes one measurement of a running server. */
@Command(
        name = "load",
        description = "Calls a running server and measures it. The exit code is 1 if any reply was wrong.",
        showDefaultValues = true,
        sortOptions = false)
final class LoadCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Option(names = "--host", defaultValue = "127.0.0.1", paramLabel = "HOST", description = "Host of the server.")
    private String host;

    @Option(
            names = "--port",
            required = true,
            showDefaultValue = Help.Visibility.NEVER,
            paramLabel = "PORT",
            description = "Port of the server.")
    private int port;

    @Mixin
    private LoadOptions load;

    @Option(
            names = "--server-pid",
            paramLabel = "PID",
            description = "Process id of the server on this machine, to measure its CPU time per call.")
    private Optional<Long> serverPid;

    @Option(names = "--json", paramLabel = "FILE", description = "Also write the result to this file.")
    private Optional<Path> json;

    @Override
    public Integer call() throws Exception {
        serverPid.ifPresent(LoadCommand::requireProcess);
        OptionalLong pid = serverPid.map(OptionalLong::of).orElse(OptionalLong.empty());
        LoadPlan plan = load.plan(host, port);
        Hosts.requireKnown("host", host);
        if (load.client().equals(DriftJava.NAME) && !DriftJava.isHere()) {
            load.check();
            return DriftJava.run(arguments());
        }
        LoadResult result = new LoadRun(plan, pid).run(load.client());
        print(result, spec.commandLine().getOut());
        if (json.isPresent()) {
            ResultFiles.write(json.get(), result);
        }
        return result.valid() ? 0 : 1;
    }

    /** {@return the same command for another process} */
    private List<String> arguments() {
        List<String> all = new ArrayList<>(List.of("load", "--host=" + host, "--port=" + port));
        all.addAll(load.arguments());
        serverPid.ifPresent(pid -> all.add("--server-pid=" + pid));
        json.ifPresent(file -> all.add("--json=" + file));
        return all;
    }

    private static void requireProcess(long pid) {
        if (ProcessHandle.of(pid).isEmpty()) {
            throw new IllegalArgumentException("server-pid is " + pid + ", must be a process of this machine");
        }
    }

    private static void print(LoadResult result, PrintWriter out) {
        LatencyMicros latency = result.latency();
        LoadPlan plan = result.plan();
        plan.recording().ifPresent(recording -> out.println("recorded calls: " + recording.title()));
        if (plan.dialect() != Dialect.FRAMED) {
            out.println("dialect: " + NamedValueConverter.spelled(plan.dialect()));
        }
        if (plan.rate() > 0) {
            out.printf(
                    Locale.ROOT,
                    "requested rate: %,.1f calls/s; latency is measured from when a call is due%n",
                    plan.rate());
        }
        if (plan.burnEvery() > 0) {
            out.printf(
                    Locale.ROOT,
                    "one call in %,d burns for %,d us; these calls are not counted%n",
                    plan.burnEvery(),
                    plan.handlerTime().toNanos() / 1000);
        }
        out.printf(
                Locale.ROOT,
                "%,.0f calls/s (%,d calls in %.2f s)%n"
                        + "CPU us/call: server %.3f, client %.3f%n"
                        + "latency us: p50 %.1f  p90 %.1f  p99 %.1f  p99.9 %.1f  max %.1f%n",
                result.callsPerSecond(),
                result.calls(),
                result.seconds(),
                result.serverCpuMicrosPerCall(),
                result.clientCpuMicrosPerCall(),
                latency.p50(),
                latency.p90(),
                latency.p99(),
                latency.p999(),
                latency.max());
        if (!result.valid()) {
            out.printf(Locale.ROOT, "INVALID RUN: %,d errors; first: %s%n", result.errors(), result.firstError());
        }
        out.flush();
    }
}
