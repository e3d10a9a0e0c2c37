package io.grizzlythrift.bench.server;

import static io.grizzlythrift.strategy.internal.util.Bounds.requireBetween;
import static java.util.Objects.requireNonNull;

import io.grizzlythrift.bench.service.BundledService;
import io.grizzlythrift.bench.service.ServedService;
import io.grizzlythrift.bench.service.WireProtocol;
import io.grizzlythrift.call.ReplyOrder;
import io.grizzlythrift.frame.Dialect;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.apache.thrift.TProcessor;

/**
 * The settings of all servers of the comparison; each server uses those that apply to it.
 *
 * @param host the address to listen on
 * @param port the port to listen on; 0 for any free port
 * @param protocol the encoding
 * @param strategy the threads that run the calls, for servers with a choice
 * @param replyOrder the order of replies on a connection, for servers with a choice
 * @param ioThreads threads that read and write
 * @param workerThreads threads that run calls, for servers that have worker threads; 0 to run calls on the threads that
 *     read, for servers with that choice
 * @param maxFrameBytes maximum size of a request
 * @param service the service
 * @param interceptors number of interceptors that observe calls, for servers that have interceptors
 * @param queueTimeout how long a call may wait for a thread before it is rejected, for servers with such a limit
 * @param dialect the only dialect accepted, for servers that support several; empty for all that a server supports
 */
public record ServerSettings(
        String host,
        int port,
        WireProtocol protocol,
        String strategy,
        ReplyOrder replyOrder,
        int ioThreads,
        int workerThreads,
        int maxFrameBytes,
        ServedService service,
        int interceptors,
        Duration queueTimeout,
        Optional<Dialect> dialect) {
    /** Maximum number of threads that read and write. */
    public static final int MAX_IO_THREADS = 256;
    /** Maximum number of threads that run calls. */
    public static final int MAX_WORKER_THREADS = 10_000;

    private static final List<String> STRATEGIES =
            List.of("same-thread", "worker-thread", "leader-follower", "adaptive", "virtual-thread");
    private static final int MAX_FRAME_BYTES = 1 << 30;
    private static final int MAX_INTERCEPTORS = 100;
    private static final Duration PATIENCE = Duration.ofHours(1);

    /** Checks all bounds. */
    public ServerSettings {
        requireNonNull(host, "host");
        requireNonNull(protocol, "protocol");
        requireNonNull(strategy, "strategy");
        requireNonNull(replyOrder, "replyOrder");
        requireNonNull(service, "service");
        requireNonNull(queueTimeout, "queueTimeout");
        requireNonNull(dialect, "dialect");
        if (!STRATEGIES.contains(strategy)) {
            throw new IllegalArgumentException(
                    "strategy is " + strategy + ", must be one of: " + String.join(", ", STRATEGIES));
        }
        requireBetween("port", port, 0, 65_535);
        requireBetween("io-threads", ioThreads, 1, MAX_IO_THREADS);
        requireBetween("worker-threads", workerThreads, 0, MAX_WORKER_THREADS);
        requireBetween("max-frame", maxFrameBytes, 1, MAX_FRAME_BYTES);
        requireBetween("interceptors", interceptors, 0, MAX_INTERCEPTORS);
    }

    /**
     * Creates settings for the bench's own service, with replies in the order of requests, no interceptors, all
     * dialects, and a queue timeout of one hour.
     *
     * @param host the address to listen on
     * @param port the port to listen on; 0 for any free port
     * @param protocol the encoding
     * @param strategy the threads that run the calls, for servers with a choice
     * @param ioThreads threads that read and write
     * @param workerThreads threads that run calls, for servers that have worker threads
     * @param maxFrameBytes maximum size of a request
     */
    public ServerSettings(
            String host,
            int port,
            WireProtocol protocol,
            String strategy,
            int ioThreads,
            int workerThreads,
            int maxFrameBytes) {
        this(
                host,
                port,
                protocol,
                strategy,
                ReplyOrder.REQUEST,
                ioThreads,
                workerThreads,
                maxFrameBytes,
                BundledService.BENCH,
                0,
                PATIENCE,
                Optional.empty());
    }

    /**
     * Creates the generated processor with a new handler of the service. All servers use the same code.
     *
     * @return a thread-safe processor
     */
    public TProcessor processor() {
        return service.processor();
    }
}
