package io.grizzlythrift.bench.load.generated;

import io.grizzlythrift.bench.gen.BenchService;
import io.grizzlythrift.bench.load.caller.CallerThreads;
import io.grizzlythrift.bench.load.plan.LoadPlan;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.thrift.TConfiguration;
import org.apache.thrift.transport.TSocket;
import org.apache.thrift.transport.TTransport;
import org.apache.thrift.transport.TTransportException;
import org.apache.thrift.transport.layered.TFramedTransport;

/** The blocking client of libthrift: each connection has a framed socket, a generated client and a thread. */
public final class TSocketClient extends GeneratedClient {
    private final CallerThreads callers = new CallerThreads(mix(), answers());
    private final List<TTransport> transports = new ArrayList<>();

    public TSocketClient(LoadPlan plan) {
        super(plan);
        LoadPlan.requireOnly("threads of tsocket", plan.threads(), plan.connections());
        LoadPlan.requireOnly("in-flight of tsocket", plan.inFlight(), 1);
    }

    @Override
    public void start() throws IOException {
        try {
            for (int i = 0; i < plan().connections(); i++) {
                transports.add(connect());
            }
        } catch (TTransportException failed) {
            throw new IOException(failed.getMessage(), failed);
        }
        for (TTransport transport : transports) {
            callers.add(new BenchService.Client(plan().protocol().factory().getProtocol(transport)));
        }
        callers.start(plan().rate());
    }

    private TTransport connect() throws TTransportException {
        TConfiguration configuration = new TConfiguration();
        configuration.setMaxFrameSize(plan().maxFrameBytes());
        TTransport transport =
                new TFramedTransport(new TSocket(configuration, plan().host(), plan().port()), plan().maxFrameBytes());
        transport.open();
        return transport;
    }

    @Override
    public void close() {
        callers.stop(grace());
        transports.forEach(TTransport::close);
    }
}
