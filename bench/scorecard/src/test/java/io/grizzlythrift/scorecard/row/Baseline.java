package io.grizzlythrift.scorecard.row;

import io.grizzlythrift.scorecard.process.FreshClient;
import io.grizzlythrift.scorecard.server.ServerChild;
import io.grizzlythrift.scorecard.variant.Sizes;
import io.grizzlythrift.test.Await;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;

/** The state of a server at rest, compared before and after a row. */
final class Baseline {
    private static final Duration FIRST_ANSWER = Duration.ofSeconds(1);

    private final ServerChild server;
    private final Map<String, Long> rest;
    private volatile int lostDescriptors;
    private volatile int keptThreads;

    private Baseline(ServerChild server, Map<String, Long> rest) {
        this.server = server;
        this.rest = rest;
    }

    /** Returns the state after the first calls have created all objects that the server creates lazily. */
    static Baseline of(ServerChild server) throws Exception {
        for (int i = 0; i < 3; i++) {
            FreshClient.firstAnswer(server.port(), server.options().wire());
        }
        AtomicReference<Map<String, Long>> state = new AtomicReference<>();
        Await.that("the server closes what its first clients closed", () -> {
            state.set(server.state());
            return state.get().get("open") == 0;
        });
        return new Baseline(server, state.get());
    }

    /**
     * Allows for descriptors that are lost permanently: if Grizzly accepts a connection and then has no memory to
     * register it, the descriptor stays open.
     */
    void allowLostDescriptors(int descriptors) {
        lostDescriptors = descriptors;
    }

    /** Allows for threads that the server starts when it needs them, and keeps. */
    void allowKeptThreads(int threads) {
        keptThreads = threads;
    }

    /** Fails unless a fresh client gets a reply in time, and the server then returns to its state at rest. */
    Duration requireBack() throws Exception {
        Duration answered =
                FreshClient.firstAnswer(server.port(), server.options().wire());
        Duration bound = Sizes.bound(FIRST_ANSWER);
        if (answered.compareTo(bound) > 0) {
            throw new AssertionError("a fresh client was answered after " + answered + ", not within " + bound);
        }
        if (!Await.holds(Await.LONG, () -> difference().isEmpty())) {
            throw new AssertionError("the server is not at rest again: " + difference());
        }
        return answered;
    }

    /**
     * Returns the difference to the state at rest; empty if there is none. Threads of the JVM itself may come and go,
     * those of the server may not. There may be fewer descriptors than at rest: a selector closes the descriptor of a
     * connection with its next selection, which may be after the connection is counted as closed.
     */
    private String difference() throws Exception {
        Map<String, Long> now = server.state();
        StringBuilder text = new StringBuilder();
        for (String same : new String[] {"open", "inFlight", "bufferedBytes", "running"}) {
            if (!now.get(same).equals(rest.get(same))) {
                text.append(same + " " + now.get(same) + " instead of " + rest.get(same) + "; ");
            }
        }
        long threads = now.get("serverThreads") - rest.get("serverThreads");
        if (threads < 0 || threads > keptThreads) {
            text.append(
                    threads + " threads of the server more than at rest, at most " + keptThreads + " may be kept; ");
        }
        long descriptors = now.get("descriptors") - rest.get("descriptors");
        if (descriptors > lostDescriptors) {
            text.append(descriptors + " descriptors more than at rest, at most " + lostDescriptors + " may be lost");
        }
        return text.toString();
    }

    /** {@return a figure of the server at rest} */
    long rest(String figure) {
        return rest.get(figure);
    }
}
