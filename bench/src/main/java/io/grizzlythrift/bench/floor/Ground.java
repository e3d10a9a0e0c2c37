package io.grizzlythrift.bench.floor;

import io.grizzlythrift.bench.server.BenchServer;
import io.grizzlythrift.bench.service.Exchange;
import java.util.Locale;

/** What a server stands on. */
public enum Ground {
    /** Java's selectors and channels. */
    NIO,
    /** Netty on native epoll. */
    EPOLL,
    /** Grizzly on Java's selectors and channels. */
    GRIZZLY;

    /**
     * Makes a server that answers one call, without starting it.
     *
     * @param host the address to listen on
     * @param port the port to listen on; 0 takes any free one
     * @param threads threads that read and write, at least 1
     * @param exchange the call that all clients make
     * @return the server
     * @throws IllegalArgumentException if the ground is not available here
     */
    public BenchServer serve(String host, int port, int threads, Exchange exchange) {
        CannedReplies replies = new CannedReplies(exchange);
        return switch (this) {
            case NIO -> new NioFloor(host, port, threads, replies);
            case EPOLL -> new EpollFloor(host, port, threads, replies);
            case GRIZZLY -> new GrizzlyFloor(host, port, threads, replies);
        };
    }

    /** {@return the name as on the command line} */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
