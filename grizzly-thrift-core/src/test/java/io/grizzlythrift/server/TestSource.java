package io.grizzlythrift.server;

import io.grizzlythrift.frame.LogLimiter;
import io.grizzlythrift.strategy.CallFlow;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.thrift.TProcessor;
import org.glassfish.grizzly.Connection;

/** A source of calls that fails as the test says, and counts how often it was given up. */
class TestSource implements CallSource {
    final AtomicInteger givenUp = new AtomicInteger();
    private final CallFlow flow = new CallFlow();
    private final ReplyLine line;
    private final Services services;

    TestSource(ReplyLine line, TProcessor processor) {
        this.line = line;
        services = new Services(processor, Map.of());
    }

    @Override
    public Services services() {
        return services;
    }

    @Override
    public ReplyLine line() {
        return line;
    }

    @Override
    public Connection<?> connection() {
        return null;
    }

    @Override
    public CallFlow flow() {
        return flow;
    }

    @Override
    public void watch(ConnectionBatch batch) {
        // no strategy gets one
    }

    @Override
    public Object peer() {
        return "test";
    }

    @Override
    public LogLimiter terminationLog() {
        return new LogLimiter(System::nanoTime);
    }

    @Override
    public void terminate() {}

    @Override
    public void giveUp() {
        givenUp.incrementAndGet();
        line.giveUp();
    }
}
