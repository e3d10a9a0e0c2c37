package io.grizzlythrift.server;

import io.grizzlythrift.strategy.internal.util.Bounds;
import java.nio.channels.ServerSocketChannel;

/** Builds a {@link ThriftServer}. Each option checks its bounds. Not thread-safe. */
public final class ThriftServerBuilder extends ListenerOptions<ThriftServerBuilder> {
    /** The largest number of selector threads: {@value}. */
    public static final int MAX_SELECTOR_THREADS = 256;

    private int selectorThreads;

    ThriftServerBuilder() {}

    @Override
    protected ThriftServerBuilder self() {
        return this;
    }

    /**
     * Adds a socket that is already bound, such as one that another process has opened. Repeatable.
     *
     * @param bound a bound channel; the server closes it when it stops, and serves the connections in its backlog
     * @return this
     * @throws IllegalArgumentException if the socket is not bound
     */
    public ThriftServerBuilder adopt(ServerSocketChannel bound) {
        sockets.add(ListenSocket.adopted(bound));
        return this;
    }

    /**
     * Sets the number of selector threads. Default: the default of the strategy for this machine.
     *
     * @param count 1 to {@value #MAX_SELECTOR_THREADS}
     * @return this
     * @throws IllegalArgumentException if out of bounds
     */
    public ThriftServerBuilder selectorThreads(int count) {
        selectorThreads = Bounds.requireBetween("selectorThreads", count, 1, MAX_SELECTOR_THREADS);
        return this;
    }

    /**
     * Creates the server without opening a socket or starting a thread.
     *
     * @return a server that is not started
     * @throws IllegalStateException if there is no address or no processor, or the server would announce an address to
     *     which clients cannot connect, such as {@code 0.0.0.0}, a mechanism of SASL needs TLS, or jsonCalls or the
     *     console lacks what it needs
     */
    public ThriftServer build() {
        if (sockets.isEmpty()) {
            throw new IllegalStateException("no address to listen on: use listen(host, port)");
        }
        checkAnnounced();
        checkSasl();
        checkJsonCalls(dialects);
        int selectors = selectorThreads == 0 ? strategy.defaultSelectorThreads() : selectorThreads;
        return new ThriftServer(new ThriftServerConfig(this, toServiceConfig(), selectors));
    }
}
