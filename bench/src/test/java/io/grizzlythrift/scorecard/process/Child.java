package io.grizzlythrift.scorecard.process;

import io.grizzlythrift.bench.process.Children;
import io.grizzlythrift.bench.process.JavaCommand;
import io.grizzlythrift.scorecard.variant.Sizes;
import io.grizzlythrift.scorecard.variant.Wire;
import io.grizzlythrift.test.Await;
import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** A process of the scorecard that answers {@link ChildRequests}. One thread may ask at a time; others wait. */
public final class Child implements AutoCloseable {
    private static final List<String> FLAGS = Sizes.SOAK
            ? List.of("-XX:+UseSerialGC")
            : List.of("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-Xshare:auto");

    private final Children children = new Children();
    private final Process process;
    private final BufferedReader out;
    private final Map<String, Long> ready;

    private Child(Class<?> mainClass, Wire wire, int heapMegabytes, List<String> arguments) throws IOException {
        List<String> flags = new ArrayList<>(FLAGS);
        flags.addAll(wire.flags());
        flags.add("-Xmx" + heapMegabytes + "m");
        process = children.start(
                JavaCommand.of(Optional.empty(), flags, mainClass).with(arguments));
        out = process.inputReader();
        ready = read(mainClass.getSimpleName() + " " + arguments);
    }

    /** Returns when it is ready. */
    public static Child start(Class<?> mainClass, Wire wire, int heapMegabytes, List<String> arguments)
            throws IOException {
        return new Child(mainClass, wire, heapMegabytes, arguments);
    }

    /** What it said when it was ready. */
    public long ready(String figure) {
        return ready.get(figure);
    }

    public synchronized Map<String, Long> ask(String request) throws IOException {
        BufferedWriter in = process.outputWriter();
        in.write(request);
        in.newLine();
        in.flush();
        return read(request);
    }

    private Map<String, Long> read(String asked) throws IOException {
        String answer = out.readLine();
        if (answer == null) {
            throw new IOException("the process ended before it answered: " + asked);
        }
        return ChildRequests.figures(answer);
    }

    /** As if the machine had lost power. Returns at once. */
    public void kill() {
        process.destroyForcibly();
    }

    /** Stops it, and returns when none of its threads runs any more. */
    public void freeze() throws Exception {
        signal("STOP");
        Await.that("every thread stands still", this::isFrozen);
    }

    public void unfreeze() throws IOException, InterruptedException {
        signal("CONT");
    }

    /** The state of a thread stands behind its name, which is in brackets; T is stopped. */
    private boolean isFrozen() throws IOException {
        try (DirectoryStream<Path> threads = Files.newDirectoryStream(Path.of("/proc/" + process.pid() + "/task"))) {
            for (Path thread : threads) {
                String stat = Files.readString(thread.resolve("stat"));
                if (stat.charAt(stat.lastIndexOf(')') + 2) != 'T') {
                    return false;
                }
            }
        }
        return true;
    }

    private void signal(String name) throws IOException, InterruptedException {
        Process kill = new ProcessBuilder("kill", "-" + name, Long.toString(process.pid())).start();
        if (!kill.waitFor(Await.LONG.toSeconds(), TimeUnit.SECONDS) || kill.exitValue() != 0) {
            throw new IOException("kill -" + name + " failed");
        }
    }

    public boolean isAlive() {
        return process.isAlive();
    }

    @Override
    public void close() {
        process.destroyForcibly();
        children.close();
    }
}
