package io.grizzlythrift.internal.dispatch;

import io.grizzlythrift.internal.connection.ConnectionOrigin;
import io.grizzlythrift.internal.message.ProcessorTable;
import io.grizzlythrift.internal.reply.ReplyQueue;
import io.grizzlythrift.strategy.internal.util.LogLimiter;
import io.grizzlythrift.strategy.spi.CallFlow;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.thrift.TProcessor;
import org.glassfish.grizzly.Connection;

/** An origin of calls without a connection. Counts how often it was abandoned. */
public class TestCallOrigin implements ConnectionOrigin {
    public final AtomicInteger abandoned = new AtomicInteger();
    private final CallFlow flow = new CallFlow();
    private final ReplyQueue queue;
    private final ProcessorTable services;

    public TestCallOrigin(ReplyQueue queue, TProcessor processor) {
        this.queue = queue;
        services = new ProcessorTable(processor, Map.of());
    }

    @Override
    public ProcessorTable services() {
        return services;
    }

    @Override
    public ReplyQueue replyQueue() {
        return queue;
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
    public void trackQueued(SubmittedBatch batch) {
        // the tests use no strategy
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
    public void abandon() {
        abandoned.incrementAndGet();
        queue.abandon();
    }
}
