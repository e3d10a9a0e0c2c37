package io.grizzlythrift.bench.load;

import io.grizzlythrift.bench.gen.BenchService;
import io.grizzlythrift.bench.service.WireProtocol;
import io.grizzlythrift.server.ThriftServer;
import io.grizzlythrift.strategy.SameThreadStrategy;
import io.grizzlythrift.test.PatientLimits;
import io.grizzlythrift.test.UniqueName;
import java.io.IOException;

/** A server with the test's own handler, on a free port, in the compact protocol. */
final class LoopbackServer implements AutoCloseable {
    private final ThriftServer server;

    LoopbackServer(BenchService.Iface handler) throws IOException {
        server = ThriftServer.builder()
                .name(UniqueName.of("loopback"))
                .listen("127.0.0.1", 0)
                .protocol(WireProtocol.COMPACT.ours())
                .processor(new BenchService.Processor<>(handler))
                .strategy(SameThreadStrategy.create())
                .limits(PatientLimits.builder().build())
                .build();
        server.start();
    }

    int port() {
        return server.port();
    }

    @Override
    public void close() {
        server.close();
    }
}
