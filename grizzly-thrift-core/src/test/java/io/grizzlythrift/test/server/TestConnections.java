package io.grizzlythrift.test.server;

import io.grizzlythrift.call.ReplyOrder;
import io.grizzlythrift.internal.connection.ConnectionContext;
import io.grizzlythrift.internal.connection.ServerConnection;
import io.grizzlythrift.internal.dispatch.AdmissionControl;
import io.grizzlythrift.internal.dispatch.CallExecutorPool;
import io.grizzlythrift.internal.dispatch.MethodPaces;
import io.grizzlythrift.internal.dispatch.PendingAsyncCalls;
import io.grizzlythrift.internal.dispatch.ServerCatalog;
import io.grizzlythrift.internal.dispatch.ServiceConfig;
import io.grizzlythrift.internal.frame.TestFrameFilters;
import io.grizzlythrift.internal.metrics.CounterRecorder;
import io.grizzlythrift.internal.metrics.LimitReporter;
import io.grizzlythrift.internal.metrics.MethodMetricsRecorder;
import io.grizzlythrift.internal.reply.FlushTimer;
import io.grizzlythrift.internal.reply.ReplyQueue;
import io.grizzlythrift.internal.reply.ReplyWriter;
import io.grizzlythrift.internal.security.SecurityConfig;
import io.grizzlythrift.limits.ServerLimits;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.thrift.protocol.TProtocolFactory;
import org.glassfish.grizzly.Connection;

/** Creates reply queues without limits, and connections without a socket. */
public final class TestConnections {
    private TestConnections() {}

    public static ReplyQueue queue(ReplyOrder order, ReplyWriter writer) {
        return new ReplyQueue(order, writer, Integer.MAX_VALUE);
    }

    /** Returns the config of a server without processors. */
    public static ServiceConfig service(TProtocolFactory protocol, int maxFrameBytes) {
        return new ServiceConfig(
                "test",
                Optional.of(protocol),
                Optional.empty(),
                Map.of(),
                ReplyOrder.REQUEST,
                ServerLimits.builder().maxFrameBytes(maxFrameBytes).build(),
                List.of(),
                Optional.empty(),
                Optional.empty(),
                false,
                Map.of(),
                SecurityConfig.NONE,
                false,
                new ServerCatalog(Optional.empty(), Optional.empty(), Map.of()),
                System::nanoTime);
    }

    public static CallExecutorPool executors(
            ServiceConfig service, FlushTimer flushTimer, AdmissionControl admission, CounterRecorder counters) {
        LimitReporter events = new LimitReporter(service.name(), counters);
        PendingAsyncCalls asyncCalls = new PendingAsyncCalls(service, admission, events, counters);
        return new CallExecutorPool(
                service, flushTimer, admission, asyncCalls, counters, new MethodMetricsRecorder(), MethodPaces.NONE);
    }

    public static ServerConnection of(ReplyQueue queue) {
        return of(null, queue);
    }

    public static ServerConnection of(Connection<?> connection, ReplyQueue queue) {
        return new ServerConnection(
                connection,
                TestFrameFilters.framed(),
                queue,
                new ConnectionContext(
                        ServerLimits.defaults(), new LimitReporter("test", new CounterRecorder()), Optional.empty()));
    }
}
