package io.grizzlythrift.bench.load.generated;

import static io.grizzlythrift.strategy.internal.util.Bounds.requireBetween;

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

/** Configures the client of this library for a plan and opens its connections, for any kind of stub. */
final class GrizzlyPool {
    private static final long CONNECT_NANOS = TimeUnit.SECONDS.toNanos(30);

    private static final long POLL_NANOS = 1_000_000;
    private static final int DEFAULT_IN_FLIGHT = 1024;
    /** Bounds of the client's builder, checked here under the names of the command line. */
    private static final int MAX_CONNECTIONS = 1024;

    private static final int MAX_IN_FLIGHT = 65_536;

    private GrizzlyPool() {}

    /**
     * Configures the client without starting it.
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
                .connectTimeout(Duration.ofNanos(CONNECT_NANOS))
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
     * Opens all connections, or with several servers at least one to each. The client opens one connection at a time,
     * when a call starts while all open connections are busy.
     *
     * @param errors records failed calls; after a failure, no more connections are opened
     * @throws IOException if the server cannot be reached, or if this takes too long
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

    /**
     * Returns true if any call failed after it had a connection. If the server closed it, later calls may fail to
     * connect.
     */
    private static boolean wasReached(ClientCounters counters) {
        return Arrays.stream(FailureCause.values())
                .anyMatch(cause -> cause != FailureCause.CONNECT_FAILED && counters.failed(cause) > 0);
    }

    /**
     * Makes calls that keep all open connections busy until the client opens another one; none if one is being opened.
     */
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

    /** The callback of a call that keeps a connection busy without using a CPU. */
    private record Nap(LoadErrors errors) implements AsyncMethodCallback<Void> {
        @Override
        public void onComplete(Void nothing) {}

        @Override
        public void onError(Exception failed) {
            errors.add("a call failed: " + failed);
        }
    }
}
