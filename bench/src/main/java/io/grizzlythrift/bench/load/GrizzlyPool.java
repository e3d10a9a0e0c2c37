package io.grizzlythrift.bench.load;

import io.grizzlythrift.bench.gen.BenchService;
import io.grizzlythrift.bench.service.PreparedCall;
import io.grizzlythrift.client.FailureCause;
import io.grizzlythrift.client.ThriftClient;
import io.grizzlythrift.client.ThriftClientBuilder;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** Our own client as a plan wants it, whatever stubs it is used with. */
final class GrizzlyPool {
    private static final long CONNECT_NANOS = TimeUnit.SECONDS.toNanos(10);
    private static final long POLL_NANOS = 1_000_000;
    private static final int DEFAULT_IN_FLIGHT = 1024;

    private GrizzlyPool() {}

    /**
     * Describes the client; nothing is started yet.
     *
     * @throws IllegalArgumentException if the plan is out of the client's bounds
     */
    static ThriftClientBuilder describe(LoadPlan plan, Duration callTimeout) {
        return ThriftClient.builder()
                .name("bench")
                .endpoint(plan.host(), plan.port())
                .protocol(plan.protocol().ours())
                .connectionsPerEndpoint(plan.connections())
                .maxInFlightPerConnection(Math.max(DEFAULT_IN_FLIGHT, plan.inFlight()))
                .maxFrameBytes(plan.maxFrameBytes())
                .selectorThreads(plan.ioThreads())
                .callTimeout(callTimeout);
    }

    /**
     * Opens all connections: the client opens one after another while it has as many calls in flight.
     *
     * @param call what to call for that
     * @param answers gets the answers
     * @param grace how long the last of these calls may take once all are open
     * @throws IOException if the server cannot be reached, or so many are never opened
     */
    static void open(ThriftClient client, PreparedCall call, Answers answers, Duration grace) throws IOException {
        BenchService.AsyncIface service = client.stub(BenchService.AsyncIface.class);
        CallChains opening = new CallChains(CallMix.only(call), answers);
        for (int i = 0; i < client.config().connectionsPerEndpoint(); i++) {
            opening.add(chain -> chain.call().begin(service, chain));
        }
        opening.start(0);
        try {
            awaitOpen(client, answers.errors());
        } finally {
            opening.stop(grace);
        }
    }

    private static void awaitOpen(ThriftClient client, LoadErrors errors) throws IOException {
        int wanted = client.config().connectionsPerEndpoint();
        long end = System.nanoTime() + CONNECT_NANOS;
        while (client.counters().openConnections() < wanted && errors.count() == 0) {
            if (System.nanoTime() - end > 0) {
                throw new IOException(
                        "only " + client.counters().openConnections() + " of " + wanted + " connections were opened");
            }
            LockSupport.parkNanos(POLL_NANOS);
        }
        if (client.counters().failed(FailureCause.CONNECT_FAILED) > 0) {
            throw new IOException(errors.first().orElse("connecting failed"));
        }
    }
}
