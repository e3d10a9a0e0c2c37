package io.grizzlythrift.client.peers;

import static org.testng.Assert.assertEquals;

import io.grizzlythrift.client.peers.gen.NewerPeers;
import io.grizzlythrift.client.testing.CallStyle;
import io.grizzlythrift.client.testing.CallerThread;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** Threads that call one after the other, until a call fails or this is closed. */
final class SteadyCalls implements AutoCloseable {
    private final List<CompletableFuture<Void>> callers = new ArrayList<>();
    private volatile boolean closed;

    private SteadyCalls() {}

    static SteadyCalls start(NewerPeers.Iface peers, int callers) {
        SteadyCalls calls = new SteadyCalls();
        for (int i = 0; i < callers; i++) {
            calls.callers.add(CallerThread.start(() -> calls.run(peers)));
        }
        return calls;
    }

    private Void run(NewerPeers.Iface peers) throws Exception {
        for (int i = 0; !closed; i++) {
            assertEquals(peers.echoInt(i), i);
        }
        return null;
    }

    /** Ends the calls. Throws if one has failed. */
    void requireNoFailure() throws Exception {
        closed = true;
        for (CompletableFuture<Void> caller : callers) {
            CallStyle.result(caller);
        }
    }

    @Override
    public void close() {
        closed = true;
    }
}
