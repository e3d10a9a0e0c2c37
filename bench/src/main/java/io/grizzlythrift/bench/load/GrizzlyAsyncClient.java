package io.grizzlythrift.bench.load;

import io.grizzlythrift.bench.gen.BenchService;
import io.grizzlythrift.bench.service.PreparedCall;
import io.grizzlythrift.client.ThriftClient;
import io.grizzlythrift.client.ThriftClientBuilder;
import java.io.IOException;
import java.util.function.BiFunction;

/** Our own client, called without waiting: the calls in flight spread over its connections. */
final class GrizzlyAsyncClient extends GeneratedClient {
    private final CallChains chains = new CallChains(answers());
    private final BiFunction<ThriftClient, PreparedCall, CallChains.Beginning> stub;
    private final ThriftClientBuilder builder;
    private Runnable disconnect = () -> {};

    private GrizzlyAsyncClient(LoadPlan plan, BiFunction<ThriftClient, PreparedCall, CallChains.Beginning> stub) {
        super(plan);
        this.stub = stub;
        builder = GrizzlyPool.describe(plan, grace());
    }

    /** Calls end with a callback. */
    static GrizzlyAsyncClient ofCallbacks(LoadPlan plan) {
        return new GrizzlyAsyncClient(plan, (client, call) -> {
            BenchService.AsyncIface service = client.stub(BenchService.AsyncIface.class);
            return chain -> call.begin(service, chain);
        });
    }

    /** Calls complete a future. */
    static GrizzlyAsyncClient ofFutures(LoadPlan plan) {
        return new GrizzlyAsyncClient(plan, (client, call) -> {
            BenchService.FutureIface service = client.stub(BenchService.FutureIface.class);
            return chain -> chain.follow(call.begin(service));
        });
    }

    @Override
    public void start() throws IOException {
        ThriftClient client = builder.build();
        disconnect = client::close;
        CallChains.Beginning beginning = stub.apply(client, call());
        int connections = plan().connections();
        begin(beginning, connections);
        GrizzlyPool.awaitOpen(client, errors());
        begin(beginning, connections * (plan().inFlight() - 1));
    }

    private void begin(CallChains.Beginning beginning, int count) {
        for (int i = 0; i < count; i++) {
            chains.begin(beginning);
        }
    }

    @Override
    public void close() {
        chains.stop(grace());
        disconnect.run();
    }
}
