package io.grizzlythrift.dispatch;

import io.grizzlythrift.log.LogLimiter;
import io.grizzlythrift.message.ProcessorTable;
import io.grizzlythrift.reply.ReplyQueue;
import io.grizzlythrift.strategy.CallFlow;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.thrift.TProcessor;
import org.glassfish.grizzly.Connection;

/** A source of calls that fails as the test says, and counts how often it was given up. */
public class TestCallOrigin implements CallOrigin {
    public final AtomicInteger abandoned = new AtomicInteger();
    private final CallFlow flow = new CallFlow();
    private final ReplyQueue line;
    private final ProcessorTable services;

    public TestCallOrigin(ReplyQueue line, TProcessor processor) {
        this.line = line;
        services = new ProcessorTable(processor, Map.of());
    }

    @Override
    public ProcessorTable services() {
        return services;
    }

    @Override
    public ReplyQueue replyQueue() {
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
    public void trackQueued(ReadBatch batch) {
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
    public void abandon() {
        abandoned.incrementAndGet();
        line.abandon();
    }
}
