package io.grizzlythrift.bench;

import io.grizzlythrift.bench.chaos.ChaosResult;
import io.grizzlythrift.bench.chaos.ChaosRun;
import io.grizzlythrift.bench.chaos.ChaosTable;
import io.grizzlythrift.bench.process.Children;
import io.grizzlythrift.bench.results.ResultFiles;
import io.grizzlythrift.strategy.internal.util.Bounds;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Disturbs a fleet that uses ZooKeeper for discovery, while clients call it. */
@Command(
        name = "chaos",
        description = {
            "Starts three ZooKeepers, five servers that announce themselves there, and three clients that find them"
                    + " there, each in a separate process on this machine; kills, freezes, drains and slows servers"
                    + " down for a minute, and prints the outcome of the calls.",
            "Exit code 0 if no read failed, no write ran twice or was lost, and load returned to each restored server"
                    + " within seconds."
        },
        showDefaultValues = true,
        sortOptions = false)
final class ChaosCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Option(names = "--short", description = "One disturbance of each kind, in about 30 seconds.")
    private boolean each;

    @Option(
            names = "--rate",
            defaultValue = "200",
            paramLabel = "N",
            description = "Calls per second of each client, 1 to " + ChaosRun.MAX_RATE + "; every fifth is a write.")
    private int callsPerSecond;

    @Option(names = "--json", paramLabel = "FILE", description = "Write the result to this file.")
    private Optional<Path> json;

    @Option(
            names = "--folder",
            paramLabel = "DIR",
            description = "Folder for the data and logs of the processes (default: a temporary folder, which is deleted"
                    + " unless the run fails).")
    private Optional<Path> folder;

    @Override
    public Integer call() throws IOException, InterruptedException {
        Bounds.requireBetween("rate", callsPerSecond, 1, ChaosRun.MAX_RATE);
        Path data = folder.isPresent() ? Files.createDirectories(folder.get()) : Files.createTempDirectory("chaos");
        ChaosResult result;
        try (Children children = new Children()) {
            ChaosRun run = each ? ChaosRun.each(callsPerSecond, this::say) : ChaosRun.all(callsPerSecond, this::say);
            result = run.run(children, data.toAbsolutePath());
        } catch (IOException | InterruptedException failed) {
            say("the logs of the processes are in " + data);
            throw failed;
        }
        if (json.isPresent()) {
            ResultFiles.write(json.get(), result);
        }
        say("\n" + ChaosTable.ofPhases(result));
        say(ChaosTable.ofRestored(result).toString());
        if (!result.kept()) {
            say("NOT KEPT: a read failed, a write ran twice or was lost, or load did not come back; logs: " + data);
            return 1;
        }
        if (folder.isEmpty()) {
            delete(data);
        }
        return 0;
    }

    private static void delete(Path directory) throws IOException {
        try (Stream<Path> files = Files.walk(directory)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }

    private void say(String line) {
        PrintWriter writer = spec.commandLine().getOut();
        writer.println(line);
        writer.flush();
    }
}
