package io.grizzlythrift.server;

import io.grizzlythrift.frame.ThriftFrameFilter;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.thrift.protocol.TProtocolFactory;
import org.glassfish.grizzly.Connection;

/** Reply lines without limits, and connections without a socket. */
final class TestConnections {
    private TestConnections() {}

    static ReplyLine line(ReplyOrder order, ReplySink sink) {
        return new ReplyLine(order, sink, Integer.MAX_VALUE);
    }

    /** What a server has that serves nothing but this protocol. */
    static ServiceConfig service(TProtocolFactory protocol, int maxFrameBytes) {
        return new ServiceConfig(
                "test",
                protocol,
                Optional.empty(),
                Map.of(),
                ReplyOrder.REQUEST,
                maxFrameBytes,
                ServerLimits.defaults(),
                List.of());
    }

    static CallRunners runners(
            ServiceConfig service, ReplySweeper sweeper, Admission admission, ServerCounters counters) {
        LimitEvents events = new LimitEvents(service.name(), counters);
        AsyncCalls asyncCalls = new AsyncCalls(service, admission, events, counters);
        return new CallRunners(service, sweeper, admission, asyncCalls, counters, new ServerMetrics());
    }

    static ServerConnection of(ReplyLine line) {
        return of(null, line);
    }

    static ServerConnection of(Connection<?> connection, ReplyLine line) {
        return new ServerConnection(
                connection,
                new ThriftFrameFilter(),
                line,
                ServerLimits.defaults(),
                new LimitEvents("test", new ServerCounters()));
    }
}
