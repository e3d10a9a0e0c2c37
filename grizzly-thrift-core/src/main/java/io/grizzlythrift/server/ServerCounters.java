package io.grizzlythrift.server;

import java.util.concurrent.atomic.LongAdder;

/** What a server has done since it was made. Each value is read on its own, without a lock. */
public final class ServerCounters {
    private final LongAdder accepted = new LongAdder();
    private final LongAdder closed = new LongAdder();
    private final LongAdder calls = new LongAdder();
    private final LongAdder refused = new LongAdder();
    private final LongAdder protocolErrors = new LongAdder();
    private final LongAdder handlerErrors = new LongAdder();

    ServerCounters() {}

    /**
     * Connections accepted.
     *
     * @return a count
     */
    public long acceptedConnections() {
        return accepted.sum();
    }

    /**
     * Connections open now.
     *
     * @return a count
     */
    public long openConnections() {
        return accepted.sum() - closed.sum();
    }

    /**
     * Calls received whole, oneway and refused ones included.
     *
     * @return a count
     */
    public long calls() {
        return calls.sum();
    }

    /**
     * Calls that were answered with a refusal and never ran.
     *
     * @return a count
     */
    public long refusedCalls() {
        return refused.sum();
    }

    /**
     * Intact frames whose message could not be read: bad arguments (answered), or not a message at all (terminated).
     *
     * @return a count
     */
    public long protocolErrors() {
        return protocolErrors.sum();
    }

    /**
     * Calls that ended with an Error, a TTransportException, or a result that could not be encoded. Other exceptions
     * are answered by generated code and not counted here.
     *
     * @return a count
     */
    public long handlerErrors() {
        return handlerErrors.sum();
    }

    void countAccepted() {
        accepted.increment();
    }

    void countClosed() {
        closed.increment();
    }

    void countCalls(int count) {
        calls.add(count);
    }

    void countRefused() {
        refused.increment();
    }

    void countProtocolError() {
        protocolErrors.increment();
    }

    void countHandlerError() {
        handlerErrors.increment();
    }

    @Override
    public String toString() {
        return "connections " + openConnections() + " open of " + acceptedConnections() + " accepted, calls " + calls()
                + " (" + refusedCalls() + " refused), errors: protocol " + protocolErrors() + ", handler "
                + handlerErrors();
    }
}
