package io.grizzlythrift.scorecard.client;

import io.grizzlythrift.bench.process.ChildProcess;
import io.grizzlythrift.scorecard.process.ScorecardProcesses;
import io.grizzlythrift.scorecard.server.ServerChild;
import io.grizzlythrift.scorecard.variant.Wire;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** Controls a {@link ScorecardClient} from its parent process. */
final class ClientChild implements AutoCloseable {
    private static final int HEAP_MEGABYTES = 256;

    private final ChildProcess child;

    private ClientChild(ChildProcess child) throws IOException {
        this.child = child;
        child.awaitReady();
    }

    static ClientChild start(ServerChild server) throws IOException {
        return start(server, HEAP_MEGABYTES);
    }

    static ClientChild start(ServerChild server, int heapMegabytes) throws IOException {
        return start(server.port(), server.options().wire(), heapMegabytes);
    }

    static ClientChild start(int port, Wire wire, int heapMegabytes) throws IOException {
        return new ClientChild(ScorecardProcesses.start(
                ScorecardClient.class, wire, heapMegabytes, List.of(Integer.toString(port), wire.name())));
    }

    /** Makes the given number of calls, or a few more; fails if a reply is wrong. Returns the number of calls. */
    long run(long calls) throws IOException {
        return child.ask("run " + calls).get("calls");
    }

    /** Starts calls with the given number of bytes each; returns when all have started. */
    void beginLarge(int calls, int bytes) throws IOException {
        child.ask("begin-large " + calls + " " + bytes);
    }

    /** Waits for the end of the large calls: see {@link LargeCalls#end}. */
    Map<String, Long> endLarge() throws IOException {
        return child.ask("end-large");
    }

    /** Makes calls with the given number of bytes, one after the other. Returns the number of calls with a result. */
    long succeeding(int calls, int bytes) throws IOException {
        return child.ask("succeeding " + calls + " " + bytes).get("results");
    }

    /** Starts the load of {@link ClientOutageLoad}. */
    void beginLoad() throws IOException {
        child.ask("begin-load");
    }

    /** {@return the number of calls of the load that have had a result so far} */
    long loadResults() throws IOException {
        return child.ask("load-results").get("results");
    }

    /** Ends the load and returns the outcomes of its calls: see {@link ClientOutageLoad#end}. */
    Map<String, Long> endLoad() throws IOException {
        return child.ask("end-load");
    }

    /** Makes the process use up its heap for a while; returns afterwards. */
    void fillHeap(Duration time) throws IOException {
        child.ask("fill-heap " + time.toMillis());
    }

    /** Opens and uses another client while there is no direct memory, and afterwards; returns the outcome. */
    Map<String, Long> openWithoutDirectMemory(Duration outage) throws IOException {
        return child.ask("open-without-direct-memory " + outage.toMillis());
    }

    /** Makes calls that must time out, and returns the longest time that a call took. */
    Duration untilTimedOut(int calls, Duration timeout) throws IOException {
        return Duration.ofNanos(
                child.ask("time-out " + calls + " " + timeout.toMillis()).get("longestNanos"));
    }

    Map<String, Long> state() throws IOException {
        return child.ask("state");
    }

    /** {@return the heap in use after a collection} */
    long heapBytes() throws IOException {
        return child.ask("heap").get("bytes");
    }

    @Override
    public void close() {
        child.close();
    }
}
