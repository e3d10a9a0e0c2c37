package io.grizzlythrift.bench.load.generated;

import static io.grizzlythrift.strategy.internal.util.Bounds.requireBetween;

import io.grizzlythrift.bench.gen.BenchService;
import io.grizzlythrift.bench.load.caller.CallerThreads;
import io.grizzlythrift.bench.load.plan.LoadPlan;
import io.grizzlythrift.client.ThriftClient;
import io.grizzlythrift.client.ThriftClientBuilder;
import java.io.IOException;

/** The client of this library with blocking calls: the calling threads share its connections. */
public final class GrizzlySyncClient extends GeneratedClient {
    private final CallerThreads callers = new CallerThreads(mix(), answers());
    private final ThriftClientBuilder builder;
    private Runnable disconnect = () -> {};

    public GrizzlySyncClient(LoadPlan plan) {
        super(plan);
        LoadPlan.requireOnly("in-flight of grizzly-sync", plan.inFlight(), 1);
        builder = GrizzlyPool.describe(plan, grace());
        // With fewer threads, some connections would never carry a call.
        requireBetween("threads of grizzly-sync", plan.threads(), plan.connections(), LoadPlan.MAX_THREADS);
    }

    @Override
    public void start() throws IOException {
        ThriftClient client = builder.build();
        disconnect = client::close;
        GrizzlyPool.open(client, errors());
        BenchService.Iface service = client.stub(BenchService.Iface.class);
        for (int i = 0; i < plan().threads(); i++) {
            callers.add(service);
        }
        callers.start(plan().rate());
    }

    @Override
    public void close() {
        callers.stop(grace());
        disconnect.run();
    }
}
