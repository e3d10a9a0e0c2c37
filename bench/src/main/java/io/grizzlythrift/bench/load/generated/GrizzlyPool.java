package io.grizzlythrift.bench.load.generated;

import static io.grizzlythrift.option.Bounds.requireBetween;

import io.grizzlythrift.bench.gen.BenchService;
import io.grizzlythrift.bench.load.plan.LoadErrors;
import io.grizzlythrift.bench.load.plan.LoadPlan;
import io.grizzlythrift.client.ThriftClient;
import io.grizzlythrift.client.ThriftClientBuilder;
import io.grizzlythrift.client.call.FailureCause;
import io.grizzlythrift.client.config.HedgePolicy;
import io.grizzlythrift.client.config.RetryPolicy;
import io.grizzlythrift.client.metrics.ClientCounters;
import java.io.IOException;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.apache.thrift.TException;
import org.apache.thrift.async.AsyncMethodCallback;

/** Our own client as a plan wants it, whatever stubs it is used with. */
final class GrizzlyPool {
    private static final long CONNECT_NANOS = TimeUnit.SECONDS.toNanos(30);

    private static final long POLL_NANOS = 1_000_000;
    private static final int DEFAULT_IN_FLIGHT = 1024;
    /** Bounds of the client's builder, checked here under the names of the command line. */
    private static final int MAX_CONNECTIONS = 1024;

    private static final int MAX_IN_FLIGHT = 65_536;

    private GrizzlyPool() {}

    /**
     * Describes the client; nothing is started yet.
     *
     * @throws IllegalArgumentException if the plan is out of the client's bounds
     */
    static ThriftClientBuilder describe(LoadPlan plan, Duration callTimeout) {
        requireBetween("connections of the grizzly clients", plan.connections(), 1, MAX_CONNECTIONS);
        requireBetween("in-flight of the grizzly clients", plan.inFlight(), 1, MAX_IN_FLIGHT);
        ThriftClientBuilder builder = ThriftClient.builder()
                .name("bench")
                .endpoint(plan.host(), plan.port())
                .protocol(plan.protocol().ours())
                .dialect(plan.dialect())
                .pipelineUnframed(true)
                .connectionsPerEndpoint(plan.connections())
                .maxInFlightPerConnection(Math.max(DEFAULT_IN_FLIGHT, plan.inFlight()))
                .maxFrameBytes(plan.maxFrameBytes())
                .selectorThreads(plan.ioThreads())
                .callTimeout(callTimeout)
                .balancer(plan.balancer().balancer());
        if (plan.hedgePercentile() > 0) {
            builder.retries(RetryPolicy.create().withIdempotentMethods(method -> true))
                    .hedging(HedgePolicy.afterPercentile(plan.hedgePercentile()));
        }
        plan.morePorts().forEach(port -> builder.endpoint(plan.host(), port));
        return builder;
    }

    /**
     * Opens all connections, or at least one to each of several servers. The client opens one at a time, when a call begins while each that is open has a call.
     *
     * @param errors told of calls that fail; after one, no more connections are opened
     * @throws IOException if the server cannot be reached, or if it takes too long
     */
    static void open(ThriftClient client, LoadErrors errors) throws IOException {
        ClientCounters counters = client.counters();
        int servers = client.endpoints().size();
        int wanted = servers > 1 ? servers : client.config().connectionsPerEndpoint();
        BenchService.AsyncIface service = client.stub(BenchService.AsyncIface.class);
        long end = System.nanoTime() + CONNECT_NANOS;
        while (errors.count() == 0 && (counters.openConnections() < wanted || counters.inFlight() > 0)) {
            if (System.nanoTime() - end > 0) {
                throw new IOException("only " + counters.openConnections() + " of " + wanted
                        + " connections were opened, or could be used");
            }
            if (counters.openConnections() < wanted) {
                openOneMore(service, counters, errors);
            }
            LockSupport.parkNanos(POLL_NANOS);
        }
        if (counters.failed(FailureCause.CONNECT_FAILED) > 0 && !wasReached(counters)) {
            throw new IOException(errors.first().orElse("connecting failed"));
        }
    }

    /** A call that failed for another reason had a connection; if the server closed it, further calls may fail to connect. */
    private static boolean wasReached(ClientCounters counters) {
        return Arrays.stream(FailureCause.values())
                .anyMatch(cause -> cause != FailureCause.CONNECT_FAILED && counters.failed(cause) > 0);
    }

    /** Unless one is being opened: calls keep those busy that are open, until one finds none idle. */
    private static void openOneMore(BenchService.AsyncIface service, ClientCounters counters, LoadErrors errors) {
        long attempts = counters.connectAttempts();
        long open = counters.openConnections();
        for (long i = 0; i <= open && attempts == open && counters.connectAttempts() == attempts; i++) {
            try {
                service.sleep(1, new Nap(errors));
            } catch (TException failed) {
                errors.add("a call failed: " + failed);
            }
        }
    }

    /** A call that keeps a connection busy and no processor. */
    private record Nap(LoadErrors errors) implements AsyncMethodCallback<Void> {
        @Override
        public void onComplete(Void nothing) {}

        @Override
        public void onError(Exception failed) {
            errors.add("a call failed: " + failed);
        }
    }
}
