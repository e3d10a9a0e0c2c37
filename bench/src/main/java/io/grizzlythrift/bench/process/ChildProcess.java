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
 * A process that replies to {@link ChildRequests}, and that can be killed or frozen. It ends when it is closed, or with
 * the {@link Children} that started it. Thread-safe: one request runs at a time.
 */
public final class ChildProcess implements AutoCloseable {
    private static final long SIGNAL_SECONDS = 60;
    private static final long POLL_MILLIS = 2;

    private final Children children;
    private final Process process;
    private final BufferedReader out;
    private final String name;
    /** Resumes the frozen process when its own input ends, even if that happens because this process has died. */
    private Process thaw;

    private ChildProcess(Children children, Process process, String name) {
        this.children = children;
        this.process = process;
        this.out = process.inputReader();
        this.name = name;
    }

    /**
     * Starts a process and returns at once; see {@link #awaitReady}.
     *
     * @param children ends the process
     * @param builder starts the process
     * @param name name of the process in error messages
     * @return the process
     * @throws IOException if it cannot be started
     */
    public static ChildProcess start(Children children, ProcessBuilder builder, String name) throws IOException {
        return new ChildProcess(children, children.start(builder), requireNonNull(name, "name"));
    }

    /**
     * Waits until the process reports that it is ready. Call it once, before the first request.
     *
     * @return the initial figures of the process
     * @throws IOException if the process ends before
     */
    public synchronized Map<String, Long> awaitReady() throws IOException {
        return read("was ready");
    }

    /**
     * Sends a request and waits for the reply.
     *
     * @param request name of the request, and its arguments
     * @return the figures of the reply
     * @throws IOException if the process ends before it replies, or if the request fails
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

    /** Kills the process, as if its machine lost power. Returns at once. */
    public void kill() {
        process.destroyForcibly();
    }

    /**
     * Asks the process to end, as Ctrl-C and Kubernetes do, so that it runs its shutdown hooks.
     *
     * @param grace how long to wait for its end
     * @return true if it has ended by then
     * @throws InterruptedException if the thread is interrupted
     */
    public boolean terminate(Duration grace) throws InterruptedException {
        // Process.destroy would also close the input, and at its end the process halts without running its hooks.
        process.toHandle().destroy();
        return process.waitFor(grace.toNanos(), TimeUnit.NANOSECONDS);
    }

    /**
     * Waits until the process has ended.
     *
     * @param limit maximum time to wait
     * @return true if it has ended
     * @throws InterruptedException if the thread is interrupted
     */
    public boolean awaitEnd(Duration limit) throws InterruptedException {
        return process.waitFor(limit.toNanos(), TimeUnit.NANOSECONDS);
    }

    /**
     * Freezes the process, and returns when none of its threads runs. It resumes at {@link #unfreeze}, or if this
     * process dies.
     *
     * @throws IOException if it cannot be frozen
     * @throws InterruptedException if the thread is interrupted
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
     * Resumes the process.
     *
     * @throws IOException if this fails
     * @throws InterruptedException if the thread is interrupted
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

    /** The state of a thread follows its name, which is in parentheses; T means stopped. */
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
     * Returns whether the process is alive.
     *
     * @return true if it has not ended, even while it is frozen
     */
    public boolean isAlive() {
        return process.isAlive();
    }

    /** Kills the process, and returns when it has ended. */
    @Override
    public void close() {
        process.destroyForcibly();
        children.end(process);
    }
}
