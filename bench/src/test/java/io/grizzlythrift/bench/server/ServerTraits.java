package io.grizzlythrift.bench.server;

import org.testng.SkipException;

/** Properties of single servers that tests need. */
public final class ServerTraits {
    private ServerTraits() {}

    /** Returns the wanted number of connections, or the number that the server serves at a time. */
    public static int connections(String server, int wanted) {
        return server.equals("simple") ? 1 : wanted;
    }

    /** Skips the test of a server that is not available on this system, with the reason. */
    public static void skipWhereNotAvailable(String server) {
        Servers.obstacle(server).ifPresent(reason -> {
            System.out.println(reason);
            throw new SkipException(reason);
        });
    }
}
