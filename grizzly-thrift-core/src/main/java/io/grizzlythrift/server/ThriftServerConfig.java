package io.grizzlythrift.server;

import io.grizzlythrift.call.ReplyOrder;
import io.grizzlythrift.dispatch.ServiceConfig;
import io.grizzlythrift.limits.ServerLimits;
import io.grizzlythrift.strategy.ProcessingStrategy;
import io.grizzlythrift.tls.TlsConfig;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.apache.thrift.protocol.TProtocolFactory;

/** The options of a {@link ThriftServer}, immutable, all within their bounds. Made by {@link ThriftServerBuilder}. */
public final class ThriftServerConfig {
    private final ServiceConfig service;
    private final List<ListenSocket> sockets;
    private final ProcessingStrategy strategy;
    private final int selectorThreads;
    private final int backlog;
    private final Duration shutdownGrace;
    private final boolean shutdownHook;
    private final boolean jmx;
    private final Optional<TlsConfig> tls;

    ThriftServerConfig(ThriftServerBuilder builder, ServiceConfig service, int selectorThreads) {
        this.service = service;
        this.selectorThreads = selectorThreads;
        sockets = List.copyOf(builder.sockets);
        strategy = builder.strategy;
        backlog = builder.backlog;
        shutdownGrace = builder.shutdownGrace;
        shutdownHook = builder.shutdownHook;
        jmx = builder.jmx;
        tls = builder.tls;
    }

    ServiceConfig service() {
        return service;
    }

    List<ListenSocket> sockets() {
        return sockets;
    }

    /**
     * The name in threads and log lines.
     *
     * @return never blank
     */
    public String name() {
        return service.name();
    }

    /**
     * The addresses to listen on, as asked for: a port of 0 is still 0 here.
     *
     * @return at least one
     */
    public List<InetSocketAddress> addresses() {
        return sockets.stream().map(ListenSocket::address).toList();
    }

    /**
     * The protocol of every connection.
     *
     * @return a factory
     */
    public TProtocolFactory protocol() {
        return service.protocol();
    }

    /**
     * Which threads read and which run calls.
     *
     * @return a strategy
     */
    public ProcessingStrategy strategy() {
        return strategy;
    }

    /**
     * In which order replies leave.
     *
     * @return an order
     */
    public ReplyOrder replyOrder() {
        return service.replyOrder();
    }

    /**
     * How many threads select.
     *
     * @return 1 to {@value ThriftServerBuilder#MAX_SELECTOR_THREADS}
     */
    public int selectorThreads() {
        return selectorThreads;
    }

    /**
     * The largest frame that is accepted.
     *
     * @return bytes, without the 4 bytes of the length
     */
    public int maxFrameBytes() {
        return service.maxFrameBytes();
    }

    /**
     * What peers may take.
     *
     * @return every other limit
     */
    public ServerLimits limits() {
        return service.limits();
    }

    /**
     * Whether the JVM drains the server when it ends.
     *
     * @return true if it was asked for
     */
    public boolean shutdownHook() {
        return shutdownHook;
    }

    /**
     * Whether the server can be read over JMX.
     *
     * @return true if it was asked for
     */
    public boolean jmx() {
        return jmx;
    }

    /**
     * How many connections the operating system may hold before they are accepted.
     *
     * @return a count
     */
    public int backlog() {
        return backlog;
    }

    /**
     * How long {@link ThriftServer#close()} waits for calls in flight.
     *
     * @return zero or more
     */
    public Duration shutdownGrace() {
        return shutdownGrace;
    }

    /**
     * How TLS is spoken.
     *
     * @return empty for plain connections
     */
    public Optional<TlsConfig> tls() {
        return tls;
    }
}
