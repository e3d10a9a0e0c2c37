package io.grizzlythrift.bench.load;

import static org.testng.Assert.assertEquals;

import io.grizzlythrift.bench.load.plan.LoadClient;
import io.grizzlythrift.bench.load.plan.LoadPlan;
import io.grizzlythrift.test.Await;
import java.io.IOException;
import java.util.Optional;

/** Runs a client until enough correct replies have arrived, however long the machine takes. */
public final class CheckedLoad {
    private CheckedLoad() {}

    /**
     * Runs a client, and fails on its first error.
     *
     * @param name the client
     * @param plan the load; its duration does not matter
     * @param replies the number of correct replies to wait for
     */
    public static void untilReplies(String name, LoadPlan plan, int replies) throws IOException {
        LoadClient client = LoadClients.create(name, plan);
        try (client) {
            client.start();
            Await.that(replies + " replies to " + plan, () -> {
                assertEquals(client.errors().first(), Optional.empty(), plan.toString());
                return client.calls() >= replies;
            });
        }
        assertEquals(client.errors().first(), Optional.empty(), plan.toString());
    }
}
