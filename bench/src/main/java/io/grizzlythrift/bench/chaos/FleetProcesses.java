package io.grizzlythrift.bench.chaos;

import static java.util.Objects.requireNonNull;

import io.grizzlythrift.bench.process.ChildProcess;
import io.grizzlythrift.bench.process.Children;
import io.grizzlythrift.bench.process.JavaCommand;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** Starts the processes of a fleet: with a small heap each, and what they log in a file each. */
final class FleetProcesses {
    /** So that a dozen of them fit on two cores. */
    private static final List<String> FLAGS =
            List.of("-Xmx64m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-Xshare:auto");

    private static final List<String> ZOOKEEPER = List.of("-Dzookeeper.jmx.log4j.disable=true");

    private final Children children;
    private final Path folder;

    FleetProcesses(Children children, Path folder) {
        this.children = requireNonNull(children, "children");
        this.folder = requireNonNull(folder, "folder");
    }

    /** To be awaited. Its log goes on where that of the process of the same name before it ended. */
    ChildProcess start(String name, Class<?> mainClass, List<String> arguments) throws IOException {
        File log = Files.createDirectories(folder.resolve("log"))
                .resolve(name + ".log")
                .toFile();
        return ChildProcess.start(
                children,
                JavaCommand.of(Optional.empty(), FLAGS, mainClass)
                        .plus(ZOOKEEPER)
                        .with(arguments)
                        .redirectError(ProcessBuilder.Redirect.appendTo(log)),
                name);
    }

    /** Where they keep what they write. */
    Path folder() {
        return folder;
    }
}
