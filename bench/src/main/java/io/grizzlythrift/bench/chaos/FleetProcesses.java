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

/** Starts the processes of a fleet, each with a small heap and a log file. */
final class FleetProcesses {
    /** Flags that let a dozen processes run on two cores. */
    private static final List<String> FLAGS =
            List.of("-Xmx64m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-Xshare:auto");

    private static final List<String> ZOOKEEPER = List.of("-Dzookeeper.jmx.log4j.disable=true");

    private final Children children;
    private final Path folder;

    FleetProcesses(Children children, Path folder) {
        this.children = requireNonNull(children, "children");
        this.folder = requireNonNull(folder, "folder");
    }

    /**
     * Starts a process; the caller waits until it is ready. Its log is appended to the log of any earlier process of
     * the same name.
     */
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

    /** {@return the folder for all files of the processes} */
    Path folder() {
        return folder;
    }
}
