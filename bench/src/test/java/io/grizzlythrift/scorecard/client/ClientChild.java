package io.grizzlythrift.scorecard.client;

import io.grizzlythrift.scorecard.process.Child;
import io.grizzlythrift.scorecard.server.ServerChild;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** A {@link ScorecardClient} as its parent sees it. */
final class ClientChild implements AutoCloseable {
    private static final int HEAP_MEGABYTES = 256;

    private final Child child;

    private ClientChild(Child child) {
        this.child = child;
    }

    static ClientChild start(ServerChild server) throws IOException {
        return start(server, HEAP_MEGABYTES);
    }

    static ClientChild start(ServerChild server, int heapMegabytes) throws IOException {
        return new ClientChild(Child.start(
                ScorecardClient.class,
                server.options().wire(),
                heapMegabytes,
                List.of(Integer.toString(server.port()), server.options().wire().name())));
    }

    /** Makes so many calls, or a few more; fails if one is answered wrongly. Returns how many. */
    long run(long calls) throws IOException {
        return child.ask("run " + calls).get("calls");
    }

    /** Begins calls of that many bytes each; returns when all have begun. */
    void beginLarge(int calls, int bytes) throws IOException {
        child.ask("begin-large " + calls + " " + bytes);
    }

    /** Waits for the end of the large calls: see {@link LargeCalls#end}. */
    Map<String, Long> endLarge() throws IOException {
        return child.ask("end-large");
    }

    /** Makes calls of that many bytes one after the other. Returns how many had their result. */
    long succeeding(int calls, int bytes) throws IOException {
        return child.ask("succeeding " + calls + " " + bytes).get("results");
    }

    /** Begins the load of {@link ClientOutageLoad}. */
    void beginLoad() throws IOException {
        child.ask("begin-load");
    }

    /** Calls of the load that had their result so far. */
    long loadResults() throws IOException {
        return child.ask("load-results").get("results");
    }

    /** How the calls of the load ended: see {@link ClientOutageLoad#end}. */
    Map<String, Long> endLoad() throws IOException {
        return child.ask("end-load");
    }

    /** Uses its heap up for a while; returns after it. */
    void fillHeap(Duration time) throws IOException {
        child.ask("fill-heap " + time.toMillis());
    }

    /** Has another client opened and used while there is no direct memory, and after it; returns what came of it. */
    Map<String, Long> openWithoutDirectMemory(Duration outage) throws IOException {
        return child.ask("open-without-direct-memory " + outage.toMillis());
    }

    /** Makes calls that must time out, and returns the longest time that one took. */
    Duration untilTimedOut(int calls, Duration timeout) throws IOException {
        return Duration.ofNanos(
                child.ask("time-out " + calls + " " + timeout.toMillis()).get("longestNanos"));
    }

    Map<String, Long> state() throws IOException {
        return child.ask("state");
    }

    /** After a collection. */
    long heapBytes() throws IOException {
        return child.ask("heap").get("bytes");
    }

    @Override
    public void close() {
        child.close();
    }
}
