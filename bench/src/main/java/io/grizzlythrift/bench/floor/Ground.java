package io.grizzlythrift.bench.floor;

import io.grizzlythrift.bench.gen.BenchService;
import io.grizzlythrift.bench.server.BenchServer;
import io.grizzlythrift.bench.service.BenchHandler;
import io.grizzlythrift.bench.service.Exchange;
import io.grizzlythrift.bench.service.WireProtocol;
import java.util.Locale;

/** The transports of lower-bound servers. */
public enum Ground {
    /** Java's selectors and channels. */
    NIO,
    /** The same, and the generated code that reads each call and writes its reply. */
    NIO_PROCESSOR,
    /** The same, on as many worker threads as threads that read. */
    NIO_WORKERS,
    /** Netty on native epoll. */
    EPOLL,
    /** Linux's io_uring by system calls, in a separate process on JDK 22 or newer. */
    URING,
    /** Grizzly on Java's selectors and channels. */
    GRIZZLY;

    /**
     * Creates a server that replies to one kind of call, without starting it.
     *
     * @param host the address to listen on
     * @param port the port to listen on; 0 takes any free one
     * @param threads threads that read, at least 1; with {@link #NIO_WORKERS} as many others reply
     * @param exchange the call that all clients make, in the compact protocol
     * @return the server
     * @throws IllegalArgumentException if the ground is not available here; with {@link #URING}, its start throws it
     */
    public BenchServer serve(String host, int port, int threads, Exchange exchange) {
        CannedReplies replies = new CannedReplies(exchange);
        return switch (this) {
            case NIO -> NioFloor.ofSameThread(host, port, threads, replies::ofThread);
            case NIO_PROCESSOR -> NioFloor.ofSameThread(host, port, threads, Ground::processed);
            case NIO_WORKERS -> NioFloor.ofWorkers(host, port, threads, Ground::processed);
            case EPOLL -> new EpollFloor(host, port, threads, replies);
            case URING -> new UringFloor(host, port, threads, replies);
            case GRIZZLY -> new GrizzlyFloor(host, port, threads, replies);
        };
    }

    private static Replies processed() {
        return new ProcessedReplies(new BenchService.Processor<>(new BenchHandler()), WireProtocol.COMPACT.factory());
    }

    /** {@return the name as on the command line} */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
