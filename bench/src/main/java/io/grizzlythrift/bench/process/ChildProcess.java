package io.grizzlythrift.bench.process;

import static java.util.Objects.requireNonNull;

import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * A process that answers {@link ChildRequests}, and that can be killed or frozen. Ends when it is closed, or with the
 * {@link Children} that it was started in. One thread may ask at a time; others wait.
 */
public final class ChildProcess implements AutoCloseable {
    private static final long SIGNAL_SECONDS = 60;
    private static final long POLL_MILLIS = 2;

    private final Children children;
    private final Process process;
    private final BufferedReader out;
    private final String name;
    /** Lets the process go on once its input ends: also if that happens because this process has died. */
    private Process thaw;

    private ChildProcess(Children children, Process process, String name) {
        this.children = children;
        this.process = process;
        this.out = process.inputReader();
        this.name = name;
    }

    /**
     * Starts a process, and returns at once; see {@link #awaitReady}.
     *
     * @param children ends it
     * @param builder how to start it
     * @param name what errors call it
     * @return the process
     * @throws IOException if it cannot be started
     */
    public static ChildProcess start(Children children, ProcessBuilder builder, String name) throws IOException {
        return new ChildProcess(children, children.start(builder), requireNonNull(name, "name"));
    }

    /**
     * Waits until it says that it is ready. To be called once, before anything is asked.
     *
     * @return the figures that it begins with
     * @throws IOException if it ends before
     */
    public synchronized Map<String, Long> awaitReady() throws IOException {
        return read("was ready");
    }

    /**
     * Asks and waits for the answer.
     *
     * @param request the name of a request and its arguments
     * @return the figures of the answer
     * @throws IOException if it ends before it answers, or cannot do it
     */
    public synchronized Map<String, Long> ask(String request) throws IOException {
        BufferedWriter in = process.outputWriter();
        in.write(request);
        in.newLine();
        in.flush();
        return read("answered: " + request);
    }

    private Map<String, Long> read(String what) throws IOException {
        String answer = out.readLine();
        if (answer == null) {
            throw new IOException(name + " ended before it " + what);
        }
        return ChildRequests.figures(answer);
    }

    /** As if the machine had lost power. Returns at once. */
    public void kill() {
        process.destroyForcibly();
    }

    /**
     * Asks the process to end, as Ctrl-C and Kubernetes do: it runs its shutdown hooks.
     *
     * @param grace how long to wait for it
     * @return whether it has ended by then
     * @throws InterruptedException if the thread is interrupted meanwhile
     */
    public boolean terminate(Duration grace) throws InterruptedException {
        // Destroy would also close the input, at whose end the process ends without its hooks.
        process.toHandle().destroy();
        return process.waitFor(grace.toNanos(), TimeUnit.NANOSECONDS);
    }

    /**
     * Waits until it has ended.
     *
     * @param limit how long
     * @return whether it has
     * @throws InterruptedException if the thread is interrupted meanwhile
     */
    public boolean awaitEnd(Duration limit) throws InterruptedException {
        return process.waitFor(limit.toNanos(), TimeUnit.NANOSECONDS);
    }

    /**
     * Stops it, and returns when none of its threads runs any more. It goes on at {@link #unfreeze}, and if this process
     * dies.
     *
     * @throws IOException if it cannot be stopped
     * @throws InterruptedException if the thread is interrupted meanwhile
     */
    public void freeze() throws IOException, InterruptedException {
        thaw = children.start(
                new ProcessBuilder("sh", "-c", "read line; kill -CONT \"$0\"", Long.toString(process.pid())));
        Process stop = new ProcessBuilder("kill", "-STOP", Long.toString(process.pid())).start();
        requireDone(stop, "stopped");
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(SIGNAL_SECONDS);
        while (!isFrozen()) {
            if (System.nanoTime() - deadline > 0) {
                throw new IOException(name + " does not stop");
            }
            Thread.sleep(POLL_MILLIS);
        }
    }

    /**
     * Lets it go on.
     *
     * @throws IOException if that fails
     * @throws InterruptedException if the thread is interrupted meanwhile
     */
    public void unfreeze() throws IOException, InterruptedException {
        thaw.getOutputStream().close();
        requireDone(thaw, "continued");
        children.end(thaw);
    }

    private void requireDone(Process signal, String what) throws IOException, InterruptedException {
        if (!signal.waitFor(SIGNAL_SECONDS, TimeUnit.SECONDS) || signal.exitValue() != 0) {
            throw new IOException(name + " cannot be " + what);
        }
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

    /**
     * Whether it runs.
     *
     * @return true if it has not ended; also while it is frozen
     */
    public boolean isAlive() {
        return process.isAlive();
    }

    /** Kills it, and returns when it has ended. */
    @Override
    public void close() {
        process.destroyForcibly();
        children.end(process);
    }
}
