package io.grizzlythrift.test.server;

import static org.testng.Assert.assertFalse;

import io.grizzlythrift.server.ThriftServer;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/** Finds the threads of servers in this process. */
public final class ServerThreads {
    private ServerThreads() {}

    public static Set<Thread> all() {
        return Thread.getAllStackTraces().keySet();
    }

    /** Returns the live threads of a server with a unique name. */
    public static Set<Thread> of(ThriftServer server) {
        return of(server.config().name());
    }

    /** Returns the live threads whose names begin with that of a server. */
    public static Set<Thread> of(String serverName) {
        return all().stream()
                .filter(thread -> thread.getName().startsWith(serverName + '-'))
                .collect(Collectors.toSet());
    }

    /** Waits for each of the threads to end. */
    public static void assertEnd(Set<Thread> threads) throws InterruptedException {
        for (Thread thread : threads) {
            thread.join(TimeUnit.SECONDS.toMillis(20));
            assertFalse(thread.isAlive(), thread.getName() + " still runs");
        }
    }
}
