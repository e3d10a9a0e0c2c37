package io.grizzlythrift.bench.load.generated;

import io.grizzlythrift.bench.gen.BenchService;
import io.grizzlythrift.bench.load.caller.CallChains;
import io.grizzlythrift.bench.load.plan.LoadPlan;
import io.grizzlythrift.client.ThriftClient;
import io.grizzlythrift.client.ThriftClientBuilder;
import java.io.IOException;
import java.util.function.Function;

/** The client of this library with asynchronous calls: the calls in flight are spread over its connections. */
public final class GrizzlyAsyncClient extends GeneratedClient {
    private final CallChains chains = new CallChains(mix(), answers());
    private final Function<ThriftClient, CallChains.Beginning> stub;
    private final ThriftClientBuilder builder;
    private Runnable disconnect = () -> {};

    private GrizzlyAsyncClient(LoadPlan plan, Function<ThriftClient, CallChains.Beginning> stub) {
        super(plan);
        this.stub = stub;
        builder = GrizzlyPool.describe(plan, grace());
    }

    /** Creates a client whose calls end with a callback. */
    public static GrizzlyAsyncClient ofCallbacks(LoadPlan plan) {
        return new GrizzlyAsyncClient(plan, client -> {
            BenchService.AsyncIface service = client.stub(BenchService.AsyncIface.class);
            return chain -> chain.call().begin(service, chain);
        });
    }

    /** Creates a client whose calls complete a future. */
    public static GrizzlyAsyncClient ofFutures(LoadPlan plan) {
        return new GrizzlyAsyncClient(plan, client -> {
            BenchService.FutureIface service = client.stub(BenchService.FutureIface.class);
            return chain -> chain.follow(chain.call().begin(service));
        });
    }

    @Override
    public void start() throws IOException {
        ThriftClient client = builder.build();
        disconnect = client::close;
        GrizzlyPool.open(client, errors());
        CallChains.Beginning beginning = stub.apply(client);
        for (int i = 0; i < plan().connections() * plan().inFlight(); i++) {
            chains.add(beginning);
        }
        chains.start(plan().rate());
    }

    @Override
    public void close() {
        chains.stop(grace());
        disconnect.run();
    }
}
