package io.grizzlythrift.scorecard.row;

import io.grizzlythrift.scorecard.process.FreshClient;
import io.grizzlythrift.scorecard.server.ServerChild;
import io.grizzlythrift.scorecard.variant.Sizes;
import io.grizzlythrift.test.Await;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;

/** A server at rest, before a row and after it. */
final class Baseline {
    private static final Duration FIRST_ANSWER = Duration.ofSeconds(1);

    private final ServerChild server;
    private final Map<String, Long> rest;
    private volatile int lostDescriptors;

    private Baseline(ServerChild server, Map<String, Long> rest) {
        this.server = server;
        this.rest = rest;
    }

    /** Once its first calls have made what it makes late. */
    static Baseline of(ServerChild server) throws Exception {
        for (int i = 0; i < 3; i++) {
            FreshClient.firstAnswer(server.port(), server.options().wire());
        }
        AtomicReference<Map<String, Long>> state = new AtomicReference<>();
        Await.that("the server closes what its first clients closed", () -> {
            state.set(server.state()); // a connection that a client gave up at once may be accepted late
            return state.get().get("open") == 0;
        });
        return new Baseline(server, state.get());
    }

    /**
     * Allows for descriptors that are lost for good: a connection that Grizzly accepts, and then has no memory to make
     * known, keeps its own.
     */
    void allowLostDescriptors(int descriptors) {
        lostDescriptors = descriptors;
    }

    /** Fails unless a fresh client is answered in time, and the server then comes to rest as it was. */
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
     * Empty if there is none. Threads of the JVM itself may come and go, those of the server may not. There may be fewer
     * descriptors than at rest: a selector closes that of a connection with its next selection, which may be after the
     * connection is counted as closed.
     */
    private String difference() throws Exception {
        Map<String, Long> now = server.state();
        StringBuilder text = new StringBuilder();
        for (String same : new String[] {"open", "inFlight", "bufferedBytes", "running", "serverThreads"}) {
            if (!now.get(same).equals(rest.get(same))) {
                text.append(same + " " + now.get(same) + " instead of " + rest.get(same) + "; ");
            }
        }
        long descriptors = now.get("descriptors") - rest.get("descriptors");
        if (descriptors > lostDescriptors) {
            text.append(descriptors + " descriptors more than at rest, at most " + lostDescriptors + " may be lost");
        }
        return text.toString();
    }

    /** What the server had at rest. */
    long rest(String figure) {
        return rest.get(figure);
    }
}
