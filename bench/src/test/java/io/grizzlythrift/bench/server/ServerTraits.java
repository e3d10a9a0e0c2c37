package io.grizzlythrift.bench.server;

import io.netty.channel.epoll.Epoll;
import org.testng.SkipException;

/** What tests have to know of single servers. */
public final class ServerTraits {
    private ServerTraits() {}

    /** As many connections as the test wants, or as many as the server serves at a time. */
    public static int connections(String server, int wanted) {
        return server.equals("simple") ? 1 : wanted;
    }

    /** Skips the test of a server that this system does not have, and says why. */
    public static void skipWhereNotAvailable(String server) {
        if (server.equals("netty-epoll") && !Epoll.isAvailable()) {
            String reason = "no netty-epoll here: " + Epoll.unavailabilityCause();
            System.out.println(reason);
            throw new SkipException(reason);
        }
    }
}
