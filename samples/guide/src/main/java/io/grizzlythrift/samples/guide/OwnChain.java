package io.grizzlythrift.samples.guide;

import io.grizzlythrift.limits.ServerLimits;
import io.grizzlythrift.samples.calculator.CalculatorHandler;
import io.grizzlythrift.samples.calculator.gen.Calculator;
import io.grizzlythrift.server.ThriftServerFilter;
import io.grizzlythrift.strategy.WorkerThreadStrategy;
import io.grizzlythrift.strategy.spi.StrategyThreads;
import java.io.IOException;
import java.net.InetSocketAddress;
import org.glassfish.grizzly.filterchain.FilterChain;
import org.glassfish.grizzly.filterchain.FilterChainBuilder;
import org.glassfish.grizzly.filterchain.TransportFilter;
import org.glassfish.grizzly.nio.transport.TCPNIOTransport;
import org.glassfish.grizzly.nio.transport.TCPNIOTransportBuilder;

/** The two filters in the user's own chain and transport. */
final class OwnChain implements AutoCloseable {
    private final StrategyThreads threads;
    private final ThriftServerFilter filter;
    private final TCPNIOTransport transport;
    private final int port;

    OwnChain(int wanted) throws IOException {
        // @start region=begin
        threads = WorkerThreadStrategy.ofThreads(8).start("calculator", 2);
        filter = ThriftServerFilter.builder(threads)
                .name("calculator")
                .processor(new Calculator.Processor<>(new CalculatorHandler()))
                .limits(ServerLimits.builder()
                        .maxFrameBytes(1 << 20) // 1 MiB
                        .maxBufferedBytes(64 << 20) // 64 MiB for all connections together
                        .build())
                .build();
        FilterChain chain = FilterChainBuilder.stateless()
                .add(new TransportFilter())
                .add(filter.frameFilter())
                .add(filter)
                .build();
        transport = TCPNIOTransportBuilder.newInstance().setProcessor(chain).build();
        threads.install(transport);
        port = ((InetSocketAddress) transport.bind("127.0.0.1", wanted).getLocalAddress()).getPort();
        transport.start();
        // @end region=begin
    }

    int port() {
        return port;
    }

    @Override
    public void close() throws IOException {
        // @start region=end
        transport.shutdownNow();
        threads.shutdownNow();
        filter.close();
        // @end region=end
    }
}
