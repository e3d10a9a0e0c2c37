package io.grizzlythrift.server;

/** Reply lines without limits, and connections without a socket. */
final class TestConnections {
    private TestConnections() {}

    static ReplyLine line(ReplyOrder order, ReplySink sink) {
        return new ReplyLine(order, sink, Integer.MAX_VALUE);
    }

    static ServerConnection of(ReplyLine line) {
        return new ServerConnection(
                null, null, line, ServerLimits.defaults(), new LimitEvents("test", new ServerCounters()));
    }
}
