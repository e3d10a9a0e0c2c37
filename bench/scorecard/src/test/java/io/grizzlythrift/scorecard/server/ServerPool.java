package io.grizzlythrift.scorecard.server;

import io.grizzlythrift.scorecard.variant.Sizes;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;

/**
 * Servers that a row left at rest, for the next row with the same options, because starting a process takes longer than
 * most scaled-down rows. In a soak, each row gets a new process.
 */
public final class ServerPool {
    private static final Map<ServerOptions, Deque<ServerChild>> IDLE = new HashMap<>();

    private ServerPool() {}

    /** Returns a server at rest, or a new one. */
    public static synchronized ServerChild take(ServerOptions options) throws IOException {
        ServerChild idle = IDLE.getOrDefault(options, new ArrayDeque<>()).poll();
        return idle == null ? ServerChild.start(options) : idle;
    }

    /** Returns a server that is at rest again to the pool. */
    public static synchronized void giveBack(ServerChild server) {
        if (Sizes.SOAK) {
            server.close();
        } else {
            reset(server);
            IDLE.computeIfAbsent(server.options(), options -> new ArrayDeque<>())
                    .add(server);
        }
    }

    /** The row may have released its calls: those of the next one would be replied to. */
    private static void reset(ServerChild server) {
        try {
            server.reset();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public static synchronized void close() {
        IDLE.values().forEach(servers -> servers.forEach(ServerChild::close));
        IDLE.clear();
    }
}
