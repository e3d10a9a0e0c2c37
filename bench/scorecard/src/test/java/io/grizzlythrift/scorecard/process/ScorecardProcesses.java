package io.grizzlythrift.scorecard.process;

import io.grizzlythrift.bench.process.ChildProcess;
import io.grizzlythrift.bench.process.Children;
import io.grizzlythrift.bench.process.JavaCommand;
import io.grizzlythrift.scorecard.variant.Sizes;
import io.grizzlythrift.scorecard.variant.Wire;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Starts the processes of the scorecard. */
public final class ScorecardProcesses {
    private static final List<String> FLAGS = Sizes.SOAK
            ? List.of("-XX:+UseSerialGC")
            : List.of("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-Xshare:auto");

    private static final Children CHILDREN = new Children();

    private ScorecardProcesses() {}

    /** Starts a process; the caller waits until it is ready. */
    public static ChildProcess start(Class<?> mainClass, Wire wire, int heapMegabytes, List<String> arguments)
            throws IOException {
        List<String> flags = new ArrayList<>(FLAGS);
        flags.addAll(wire.flags());
        flags.add("-Xmx" + heapMegabytes + "m");
        return ChildProcess.start(
                CHILDREN,
                JavaCommand.of(Optional.empty(), flags, mainClass).with(arguments),
                mainClass.getSimpleName() + " " + arguments);
    }
}
