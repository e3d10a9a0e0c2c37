package io.grizzlythrift.scorecard.server;

import io.grizzlythrift.limits.LimitType;
import io.grizzlythrift.scorecard.process.Child;
import io.grizzlythrift.scorecard.process.ProcessFigures;
import io.grizzlythrift.scorecard.server.ScorecardHandler.Behaviour;
import io.grizzlythrift.test.Await;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.Map;

/** A {@link ScorecardServer} as its parent sees it. */
public final class ServerChild implements AutoCloseable {
    /** How a drain ended. */
    public record Drained(boolean complete, Duration took) {}

    private final ServerOptions options;
    private final Child child;
    private boolean serving = true;

    private ServerChild(ServerOptions options, Child child) {
        this.options = options;
        this.child = child;
    }

    /** Returns when it listens. */
    public static ServerChild start(ServerOptions options) throws IOException {
        return new ServerChild(
                options,
                Child.start(ScorecardServer.class, options.wire(), options.number("heap-mb"), options.words()));
    }

    public ServerOptions options() {
        return options;
    }

    public int port() {
        return (int) child.ready("port");
    }

    /** What it counts, and what its process has: see {@link ScorecardServer} and {@link ProcessFigures}. */
    public Map<String, Long> state() throws IOException {
        return child.ask("state");
    }

    public long state(String figure) throws IOException {
        return state().get(figure);
    }

    /** Whether it has logged a line with these words since it was last asked. */
    public boolean hasLogged(String words) throws IOException {
        return child.ask("logged " + words).get("logged") == 1;
    }

    /** After a collection. */
    public long heapBytes() throws IOException {
        return child.ask("heap").get("bytes");
    }

    /** What it can tell without a descriptor: what it has accepted, and the time that its processors have spent. */
    public Map<String, Long> effort() throws IOException {
        return child.ask("effort");
    }

    /** Processor time that the process spends in a while, as a part of that while. */
    public double busyDuring(Duration window, String figure) throws IOException {
        long begin = System.nanoTime();
        long before = effort().get(figure);
        Await.pass(window);
        long after = effort().get(figure);
        return (double) (after - before) / (System.nanoTime() - begin);
    }

    /** Has it take all descriptors that are left. Returns how many. */
    public long takeDescriptors() throws IOException {
        return child.ask("take-descriptors").get("taken");
    }

    public void giveDescriptorsBack() throws IOException {
        child.ask("give-descriptors-back");
    }

    /** How often a limit was reached. */
    public long reached(LimitType limit) throws IOException {
        return state(limit.name());
    }

    /** Uses its heap up for a while; returns after it. */
    public void fillHeap(Duration time) {
        fill("fill-heap ", time);
    }

    /** Uses its direct memory up for a while; returns after it. */
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

    /** Frees the stuck calls. */
    public void release() throws IOException {
        child.ask("release");
    }

    /** Begins to shut down; returns once it refuses calls. */
    public void drain(Duration grace) throws IOException {
        serving = false;
        child.ask("drain " + grace.toMillis());
    }

    /** Waits for the end of the drain. The process goes on. */
    public Drained drained() throws IOException {
        Map<String, Long> figures = child.ask("drained");
        return new Drained(figures.get("drained") == 1, Duration.ofNanos(figures.get("nanos")));
    }

    /** As if its machine had lost power. */
    public void kill() {
        serving = false;
        child.kill();
    }

    /** It does nothing any more; its connections stay. */
    public void freeze() throws Exception {
        child.freeze();
    }

    public void unfreeze() throws IOException, InterruptedException {
        child.unfreeze();
    }

    /** Neither killed nor shut down. */
    public boolean isServing() {
        return serving && child.isAlive();
    }

    @Override
    public void close() {
        child.close();
    }
}
