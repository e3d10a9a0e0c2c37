package io.grizzlythrift.scorecard.server;

import io.grizzlythrift.bench.process.ChildProcess;
import io.grizzlythrift.limits.LimitType;
import io.grizzlythrift.scorecard.process.ProcessFigures;
import io.grizzlythrift.scorecard.process.ScorecardProcesses;
import io.grizzlythrift.scorecard.server.ScorecardHandler.Behaviour;
import io.grizzlythrift.test.Await;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.Map;

/** Controls a {@link ScorecardServer} from its parent process. */
public final class ServerChild implements AutoCloseable {
    /** The result of a drain. */
    public record Drained(boolean complete, Duration took) {}

    private final ServerOptions options;
    private final ChildProcess child;
    private final int port;
    private boolean serving = true;

    private ServerChild(ServerOptions options, ChildProcess child) throws IOException {
        this.options = options;
        this.child = child;
        port = Math.toIntExact(child.awaitReady().get("port"));
    }

    /** Starts a server; returns when it listens. */
    public static ServerChild start(ServerOptions options) throws IOException {
        return new ServerChild(
                options,
                ScorecardProcesses.start(
                        ScorecardServer.class, options.wire(), options.number("heap-mb"), options.words()));
    }

    public ServerOptions options() {
        return options;
    }

    public int port() {
        return port;
    }

    /**
     * Returns the counters of the server and figures of its process: see {@link ScorecardServer} and
     * {@link ProcessFigures}.
     */
    public Map<String, Long> state() throws IOException {
        return child.ask("state");
    }

    public long state(String figure) throws IOException {
        return state().get(figure);
    }

    /** Returns whether the server has logged a line with these words since the last call. */
    public boolean hasLogged(String words) throws IOException {
        return child.ask("logged " + words).get("logged") == 1;
    }

    /** {@return the heap in use after a collection} */
    public long heapBytes() throws IOException {
        return child.ask("heap").get("bytes");
    }

    /** Returns the figures that need no file descriptor: accepted connections and CPU times. */
    public Map<String, Long> effort() throws IOException {
        return child.ask("effort");
    }

    /** Returns the CPU time that a figure measures during a window, as a fraction of the window. */
    public double busyDuring(Duration window, String figure) throws IOException {
        long begin = System.nanoTime();
        long before = effort().get(figure);
        Await.pass(window);
        long after = effort().get(figure);
        return (double) (after - before) / (System.nanoTime() - begin);
    }

    /** Makes the process take all remaining file descriptors. Returns their number. */
    public long takeDescriptors() throws IOException {
        return child.ask("take-descriptors").get("taken");
    }

    public void giveDescriptorsBack() throws IOException {
        child.ask("give-descriptors-back");
    }

    /** {@return how often a limit was reached} */
    public long reached(LimitType limit) throws IOException {
        return state(limit.name());
    }

    /** Makes the process use up its heap for a while; returns afterwards. */
    public void fillHeap(Duration time) {
        fill("fill-heap ", time);
    }

    /** Makes the process use up its direct memory for a while; returns afterwards. */
    public void fillDirectMemory(Duration time) {
        fill("fill-direct-memory ", time);
    }

    private void fill(String request, Duration time) {
        try {
            child.ask(request + time.toMillis());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public void behave(Behaviour behaviour) throws IOException {
        child.ask("behave " + behaviour);
    }

    /** Releases the stuck calls. */
    public void release() throws IOException {
        child.ask("release");
    }

    /** Makes the handler behave as that of a new server. */
    void reset() throws IOException {
        child.ask("reset");
    }

    /** Starts to shut down the server; returns once it rejects calls. */
    public void drain(Duration grace) throws IOException {
        serving = false;
        child.ask("drain " + grace.toMillis());
    }

    /** Waits for the end of the drain. The process keeps running. */
    public Drained drained() throws IOException {
        Map<String, Long> figures = child.ask("drained");
        return new Drained(figures.get("drained") == 1, Duration.ofNanos(figures.get("nanos")));
    }

    /** Kills the process, as if its machine lost power. */
    public void kill() {
        serving = false;
        child.kill();
    }

    /** Freezes the process; its connections stay open. */
    public void freeze() throws Exception {
        child.freeze();
    }

    public void unfreeze() throws IOException, InterruptedException {
        child.unfreeze();
    }

    /** {@return true unless the server was killed or shut down} */
    public boolean isServing() {
        return serving && child.isAlive();
    }

    @Override
    public void close() {
        child.close();
    }
}
