package io.grizzlythrift.servlet;

import io.grizzlythrift.strategy.spi.CallFlow;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The flows of connections that have calls, so that a connection with many streams of HTTP/2 gets no more threads and no
 * more places than one with a single stream. Thread-safe.
 */
final class ConnectionFlows {
    private final Map<String, Shared> byConnection = new ConcurrentHashMap<>();

    /** The calls of one connection. */
    static final class Shared {
        private final String connection;
        private final CallFlow flow = new CallFlow();
        private final AtomicInteger calls = new AtomicInteger();

        Shared(String connection) {
            this.connection = connection;
        }

        CallFlow flow() {
            return flow;
        }

        /** Returns the number of calls that have not ended. */
        int calls() {
            return calls.get();
        }
    }

    /** Adds a call. Each must be {@linkplain #leave removed} once. */
    Shared enter(String connection) {
        return byConnection.compute(connection, (id, known) -> {
            Shared shared = known == null ? new Shared(id) : known;
            shared.calls.incrementAndGet();
            return shared;
        });
    }

    void leave(Shared left) {
        byConnection.computeIfPresent(
                left.connection, (id, shared) -> shared.calls.decrementAndGet() == 0 ? null : shared);
    }

    /** Returns the number of connections that have calls. */
    int size() {
        return byConnection.size();
    }
}
