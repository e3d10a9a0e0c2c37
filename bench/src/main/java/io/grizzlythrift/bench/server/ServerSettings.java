package io.grizzlythrift.bench.server;

import static java.util.Objects.requireNonNull;

import io.grizzlythrift.bench.service.ServedService;
import io.grizzlythrift.bench.service.WireProtocol;
import io.grizzlythrift.call.ReplyOrder;
import org.apache.thrift.TProcessor;

/**
 * What all servers of the comparison are told; each takes what applies to it.
 *
 * @param host the address to listen on
 * @param port the port to listen on; 0 takes any free one
 * @param protocol the encoding
 * @param strategy who runs the calls, for the servers that let one choose
 * @param replyOrder in which order replies leave a connection, for the servers that let one choose
 * @param ioThreads threads that read and write
 * @param workerThreads threads that run calls, for the servers that have such
 * @param maxFrameBytes the largest request
 * @param service what is served
 * @param interceptors how many interceptors look on, for the servers that have such
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
        int interceptors) {
    /** Checks that there is at least one thread of each kind and room for a frame. */
    public ServerSettings {
        requireNonNull(host, "host");
        requireNonNull(protocol, "protocol");
        requireNonNull(strategy, "strategy");
        requireNonNull(replyOrder, "replyOrder");
        requireNonNull(service, "service");
        atLeastOne("io-threads", ioThreads);
        atLeastOne("worker-threads", workerThreads);
        atLeastOne("max-frame", maxFrameBytes);
        if (interceptors < 0) {
            throw new IllegalArgumentException("interceptors must be at least 0, but is " + interceptors);
        }
        if (port < 0 || port > 65_535) {
            throw new IllegalArgumentException("port must be 0 to 65535, but is " + port);
        }
    }

    /**
     * The same for the bench's own service, with replies in the order of requests and no interceptor.
     *
     * @param host the address to listen on
     * @param port the port to listen on; 0 takes any free one
     * @param protocol the encoding
     * @param strategy who runs the calls, for the servers that let one choose
     * @param ioThreads threads that read and write
     * @param workerThreads threads that run calls, for the servers that have such
     * @param maxFrameBytes the largest request
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
                ServedService.BENCH,
                0);
    }

    /**
     * The generated code with a new handler of the service, which is the same for all servers.
     *
     * @return a processor that any thread may use
     */
    public TProcessor processor() {
        return service.processor();
    }

    private static void atLeastOne(String name, int value) {
        if (value < 1) {
            throw new IllegalArgumentException(name + " must be at least 1, but is " + value);
        }
    }
}
