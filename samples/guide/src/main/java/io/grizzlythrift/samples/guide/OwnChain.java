package io.grizzlythrift.samples.guide;

import io.grizzlythrift.limits.ServerLimits;
import io.grizzlythrift.samples.calculator.CalculatorHandler;
import io.grizzlythrift.samples.calculator.gen.Calculator;
import io.grizzlythrift.server.ThriftListener;
import io.grizzlythrift.strategy.WorkerThreadStrategy;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import org.glassfish.grizzly.filterchain.FilterChain;
import org.glassfish.grizzly.filterchain.FilterChainBuilder;
import org.glassfish.grizzly.filterchain.TransportFilter;
import org.glassfish.grizzly.nio.transport.TCPNIOBindingHandler;
import org.glassfish.grizzly.nio.transport.TCPNIOTransport;
import org.glassfish.grizzly.nio.transport.TCPNIOTransportBuilder;
import org.glassfish.grizzly.utils.EchoFilter;

/** Thrift on the user's own transport, which serves something else, too. */
final class OwnChain implements AutoCloseable {
    private final TCPNIOTransport transport;
    private final ThriftListener listener;
    private final int chainPort;

    OwnChain(int wanted) throws IOException {
        // @start region=begin
        transport = TCPNIOTransportBuilder.newInstance()
                .setProcessor(FilterChainBuilder.stateless()
                        .add(new TransportFilter())
                        .add(new EchoFilter()) // whatever else you serve
                        .build())
                .build();
        listener = ThriftListener.builder(transport)
                .name("calculator")
                .listen("127.0.0.1", wanted)
                .processor(new Calculator.Processor<>(new CalculatorHandler()))
                .strategy(WorkerThreadStrategy.ofThreads(8))
                .limits(ServerLimits.builder()
                        .maxConnections(1000)
                        .maxFrameBytes(1 << 20) // 1 MiB
                        .build())
                .build()
                .start();
        transport.start();
        // @end region=begin
        chainPort = bindChain();
    }

    private int bindChain() throws IOException {
        // @start region=chain
        FilterChain chain = FilterChainBuilder.stateless()
                .add(new TransportFilter())
                .addAll(listener.filters())
                .build();
        InetSocketAddress address = (InetSocketAddress) TCPNIOBindingHandler.builder(transport)
                .processor(chain)
                .build()
                .bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))
                .getLocalAddress();
        // @end region=chain
        return address.getPort();
    }

    int port() {
        return listener.port();
    }

    int chainPort() {
        return chainPort;
    }

    @Override
    public void close() throws IOException {
        // @start region=end
        listener.close(); // drains
        transport.shutdownNow();
        // @end region=end
    }
}
