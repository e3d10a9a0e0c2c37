package io.grizzlythrift.bench.load.plan;

import io.grizzlythrift.bench.service.Method;
import io.grizzlythrift.bench.service.WireProtocol;
import io.grizzlythrift.frame.Dialect;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/**
 * Builds a {@link LoadPlan}, which documents each value. By default, it makes empty echo calls in the compact protocol,
 * framed, for one second, over one connection with one call in flight, from one thread, and verifies each reply.
 */
public final class LoadPlanBuilder {
    private final String host;
    private final int port;
    private WireProtocol protocol = WireProtocol.COMPACT;
    private Method method = Method.ECHO;
    private int size;
    private Duration handlerTime = Duration.ZERO;
    private int connections = 1;
    private int inFlight = 1;
    private int threads = 1;
    private int ioThreads = 1;
    private double rate;
    private int burnEvery;
    private int verifyEvery = 1;
    private String calls = "";
    private Dialect dialect = Dialect.FRAMED;
    private List<Integer> morePorts = List.of();
    private BalancerChoice balancer = BalancerChoice.PEAK_EWMA;
    private double hedgePercentile;
    private Duration warmup = Duration.ZERO;
    private boolean untilQuiet;
    private Duration duration = Duration.ofSeconds(1);

    LoadPlanBuilder(String host, int port) {
        this.host = host;
        this.port = port;
    }

    public LoadPlanBuilder protocol(WireProtocol value) {
        protocol = value;
        return this;
    }

    public LoadPlanBuilder method(Method value) {
        method = value;
        return this;
    }

    public LoadPlanBuilder size(int value) {
        size = value;
        return this;
    }

    public LoadPlanBuilder handlerTime(Duration value) {
        handlerTime = value;
        return this;
    }

    public LoadPlanBuilder connections(int value) {
        connections = value;
        return this;
    }

    public LoadPlanBuilder inFlight(int value) {
        inFlight = value;
        return this;
    }

    public LoadPlanBuilder threads(int value) {
        threads = value;
        return this;
    }

    public LoadPlanBuilder ioThreads(int value) {
        ioThreads = value;
        return this;
    }

    public LoadPlanBuilder rate(double value) {
        rate = value;
        return this;
    }

    public LoadPlanBuilder burnEvery(int value) {
        burnEvery = value;
        return this;
    }

    public LoadPlanBuilder verifyEvery(int value) {
        verifyEvery = value;
        return this;
    }

    /** Replays recorded calls in place of the method. */
    public LoadPlanBuilder calls(Path value) {
        calls = value.toString();
        return this;
    }

    public LoadPlanBuilder dialect(Dialect value) {
        dialect = value;
        return this;
    }

    /** Also calls these servers. */
    public LoadPlanBuilder morePorts(List<Integer> value) {
        morePorts = List.copyOf(value);
        return this;
    }

    public LoadPlanBuilder balancer(BalancerChoice value) {
        balancer = value;
        return this;
    }

    /** Also sends calls that take longer than this percentile to another server. */
    public LoadPlanBuilder hedgePercentile(double value) {
        hedgePercentile = value;
        return this;
    }

    public LoadPlanBuilder warmup(Duration value) {
        warmup = value;
        return this;
    }

    /** Ends the warm-up as soon as the compilers of client and server are quiet. */
    public LoadPlanBuilder untilQuiet(boolean value) {
        untilQuiet = value;
        return this;
    }

    public LoadPlanBuilder duration(Duration value) {
        duration = value;
        return this;
    }

    /**
     * {@return the plan}
     *
     * @throws IllegalArgumentException if a value is out of its bounds
     */
    public LoadPlan build() {
        return new LoadPlan(
                host,
                port,
                protocol,
                method,
                size,
                handlerTime,
                connections,
                inFlight,
                threads,
                ioThreads,
                rate,
                burnEvery,
                verifyEvery,
                calls,
                dialect,
                morePorts,
                balancer,
                hedgePercentile,
                warmup,
                untilQuiet,
                duration);
    }
}
