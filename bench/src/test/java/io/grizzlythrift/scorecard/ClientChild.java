package io.grizzlythrift.scorecard;

import java.io.IOException;
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
        return new ClientChild(Child.start(
                ScorecardClient.class,
                server.options().wire(),
                HEAP_MEGABYTES,
                List.of(Integer.toString(server.port()), server.options().wire().name())));
    }

    /** Makes so many calls, or a few more; fails if one is answered wrongly. Returns how many. */
    long run(long calls) throws IOException {
        return child.ask("run " + calls).get("calls");
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
