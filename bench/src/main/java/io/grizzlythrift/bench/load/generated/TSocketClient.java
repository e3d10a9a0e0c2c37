package io.grizzlythrift.bench.load.generated;

import io.grizzlythrift.bench.gen.BenchService;
import io.grizzlythrift.bench.load.caller.CallerThreads;
import io.grizzlythrift.bench.load.plan.LoadPlan;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import org.apache.thrift.TConfiguration;
import org.apache.thrift.transport.TSocket;
import org.apache.thrift.transport.TTransport;
import org.apache.thrift.transport.TTransportException;
import org.apache.thrift.transport.layered.TFramedTransport;

/**
 * The blocking client of libthrift: each connection has a framed transport, a generated client and a thread. The transport is
 * {@link TSocket}, or {@link SelectorTransport} in its place.
 */
public final class TSocketClient extends GeneratedClient {
    /** Creates the transport of a connection, without opening it. */
    @FunctionalInterface
    private interface TransportFactory {
        TTransport create(TConfiguration configuration, String host, int port) throws TTransportException;
    }

    private final TransportFactory factory;
    private final CallerThreads callers = new CallerThreads(mix(), answers());
    private final List<TTransport> transports = new ArrayList<>();

    private TSocketClient(String name, LoadPlan plan, TransportFactory factory) {
        super(plan);
        this.factory = factory;
        LoadPlan.requireOnly("threads of " + name, plan.threads(), plan.connections());
        LoadPlan.requireOnly("in-flight of " + name, plan.inFlight(), 1);
    }

    /** Creates a client on {@link TSocket}. */
    public static TSocketClient ofSockets(LoadPlan plan) {
        return new TSocketClient("tsocket", plan, TSocket::new);
    }

    /** Creates a client on channels that wait with a selector. */
    public static TSocketClient ofSelectors(LoadPlan plan) {
        return new TSocketClient(
                "tsocket-selector",
                plan,
                (configuration, host, port) -> new SelectorTransport(configuration, new InetSocketAddress(host, port)));
    }

    @Override
    public void start() throws IOException {
        try {
            for (int i = 0; i < plan().connections(); i++) {
                transports.add(connect());
            }
        } catch (TTransportException failed) {
            throw new IOException(failed.toString(), failed);
        }
        for (TTransport transport : transports) {
            callers.add(new BenchService.Client(plan().protocol().factory().getProtocol(transport)));
        }
        callers.start(plan().rate());
    }

    private TTransport connect() throws TTransportException {
        TConfiguration configuration = new TConfiguration();
        configuration.setMaxFrameSize(plan().maxFrameBytes());
        TTransport transport = new TFramedTransport(
                factory.create(configuration, plan().host(), plan().port()), plan().maxFrameBytes());
        transport.open();
        return transport;
    }

    @Override
    public void close() {
        callers.stop(grace());
        transports.forEach(TTransport::close);
    }
}
