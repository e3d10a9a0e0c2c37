package io.grizzlythrift.bench.server;

import static java.util.Objects.requireNonNull;

import io.grizzlythrift.bench.gen.BenchService;
import io.grizzlythrift.bench.service.BenchHandler;
import io.grizzlythrift.bench.service.WireProtocol;
import org.apache.thrift.TProcessor;

/**
 * What all servers of the comparison are told; each takes what applies to it.
 *
 * @param host the address to listen on
 * @param port the port to listen on; 0 takes any free one
 * @param protocol the encoding
 * @param strategy who runs the calls, for the servers that let one choose
 * @param ioThreads threads that read and write
 * @param workerThreads threads that run calls, for the servers that have such
 * @param maxFrameBytes the largest request
 */
public record ServerSettings(
        String host,
        int port,
        WireProtocol protocol,
        String strategy,
        int ioThreads,
        int workerThreads,
        int maxFrameBytes) {
    /** Checks that there is at least one thread of each kind and room for a frame. */
    public ServerSettings {
        requireNonNull(host, "host");
        requireNonNull(protocol, "protocol");
        requireNonNull(strategy, "strategy");
        atLeastOne("io-threads", ioThreads);
        atLeastOne("worker-threads", workerThreads);
        atLeastOne("max-frame", maxFrameBytes);
        if (port < 0 || port > 65_535) {
            throw new IllegalArgumentException("port must be 0 to 65535, but is " + port);
        }
    }

    /**
     * The generated code with the handler that is the same for all servers.
     *
     * @return a processor that any thread may use
     */
    public TProcessor processor() {
        return new BenchService.Processor<>(new BenchHandler());
    }

    private static void atLeastOne(String name, int value) {
        if (value < 1) {
            throw new IllegalArgumentException(name + " must be at least 1, but is " + value);
        }
    }
}
