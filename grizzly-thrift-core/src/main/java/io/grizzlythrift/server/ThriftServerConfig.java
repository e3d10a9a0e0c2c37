package io.grizzlythrift.server;

import io.grizzlythrift.call.MethodOptions;
import io.grizzlythrift.call.PriorityClassifier;
import io.grizzlythrift.call.ReplyOrder;
import io.grizzlythrift.console.ConsoleConfig;
import io.grizzlythrift.frame.Dialect;
import io.grizzlythrift.internal.dispatch.ServiceConfig;
import io.grizzlythrift.internal.message.MessageProtocol;
import io.grizzlythrift.limits.ServerLimits;
import io.grizzlythrift.security.SaslConfig;
import io.grizzlythrift.strategy.ProcessingStrategy;
import io.grizzlythrift.tls.TlsConfig;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.thrift.protocol.TProtocolFactory;
import org.glassfish.grizzly.filterchain.Filter;

/**
 * The immutable options of a {@link ThriftServer} or {@link ThriftListener}, all within their bounds. Created by its
 * builder.
 */
public final class ThriftServerConfig {
    private final ServiceConfig service;
    private final List<ListenSocket> sockets;
    private final List<Announcements.Target> announced;
    private final List<Filter> filters;
    private final ProcessingStrategy strategy;
    private final int selectorThreads;
    private final int backlog;
    private final Duration shutdownGrace;
    private final Duration drainDelay;
    private final boolean shutdownHook;
    private final boolean jmx;
    private final boolean http;
    private final Optional<ConsoleConfig> console;
    private final Set<Dialect> dialects;
    private final Optional<TlsConfig> tls;
    private final Optional<SaslConfig> sasl;

    ThriftServerConfig(ListenerOptions<?> builder, ServiceConfig service, int selectorThreads) {
        this.service = service;
        this.selectorThreads = selectorThreads;
        sockets = List.copyOf(builder.sockets);
        announced = List.copyOf(builder.announced);
        filters = List.copyOf(builder.filters);
        strategy = builder.strategy;
        backlog = builder.backlog;
        shutdownGrace = builder.shutdownGrace;
        drainDelay = builder.drainDelay;
        shutdownHook = builder.shutdownHook;
        jmx = builder.jmx;
        http = builder.dialects.acceptsHttp();
        console = builder.console;
        dialects = builder.dialects.with(service.protocol());
        tls = builder.tls;
        sasl = builder.sasl;
        console.ifPresent(this::requireOptionsOf);
    }

    private void requireOptionsOf(ConsoleConfig options) {
        if (!http) {
            throw new IllegalStateException("the console needs http(true)");
        }
        if (options.calls() && !service.jsonCalls()) {
            throw new IllegalStateException("calls of the console need jsonCalls(true)");
        }
    }

    ServiceConfig service() {
        return service;
    }

    List<ListenSocket> sockets() {
        return sockets;
    }

    List<Announcements.Target> announced() {
        return announced;
    }

    /** {@return the filters of the application below those of Thrift, the lowest first; none for a server} */
    List<Filter> filters() {
        return filters;
    }

    /** {@return whether nothing between the socket and the frames changes the bytes, except SASL} */
    boolean isPlain() {
        return filters.isEmpty() && tls.isEmpty();
    }

    /** {@return the name of the server in thread names and log lines, never blank} */
    public String name() {
        return service.name();
    }

    /** {@return the requested addresses; a requested port of 0 is 0 here. Only a listener may have none} */
    public List<InetSocketAddress> addresses() {
        return sockets.stream().map(ListenSocket::address).toList();
    }

    /** {@return the dialects that connections may use, unmodifiable; includes HTTP if {@link #http()} is true} */
    public Set<Dialect> dialects() {
        return dialects;
    }

    /** {@return whether connections may use HTTP/1.1} */
    public boolean http() {
        return http;
    }

    /** {@return the options of the console; empty without one} */
    public Optional<ConsoleConfig> console() {
        return console;
    }

    /** {@return the only protocol of framed messages and of HTTP; empty for binary and compact} */
    public Optional<TProtocolFactory> protocol() {
        return service.protocol();
    }

    /** {@return the strategy, which decides which threads read and which run calls} */
    public ProcessingStrategy strategy() {
        return strategy;
    }

    /** {@return the order in which replies are written} */
    public ReplyOrder replyOrder() {
        return service.replyOrder();
    }

    /** {@return the methods with their own threads and timeouts, by name, unmodifiable} */
    public Map<String, MethodOptions> methods() {
        return service.methods();
    }

    /**
     * {@return the number of selector threads, 1 to {@value ThriftServerBuilder#MAX_SELECTOR_THREADS}; for a listener, those
     * of its transport}
     */
    public int selectorThreads() {
        return selectorThreads;
    }

    /** {@return the limits on connections, messages, calls, memory and time} */
    public ServerLimits limits() {
        return service.limits();
    }

    /** {@return the function that chooses the priorities of calls; empty if they have none} */
    public Optional<PriorityClassifier> priorities() {
        return service.priorities();
    }

    /** {@return the shortest time at which a call is logged as slow, 1 ms to 1 hour; empty for never} */
    public Optional<Duration> slowCallThreshold() {
        return service.slowCallThreshold();
    }

    /** {@return whether a JVM shutdown hook closes the server} */
    public boolean shutdownHook() {
        return shutdownHook;
    }

    /** {@return whether the server is registered with JMX} */
    public boolean jmx() {
        return jmx;
    }

    /** {@return the number of connections that may wait in the operating system to be accepted} */
    public int backlog() {
        return backlog;
    }

    /** {@return how long {@link ThriftServer#close()} waits for calls in flight, zero to one hour} */
    public Duration shutdownGrace() {
        return shutdownGrace;
    }

    /**
     * {@return how long the server continues to serve after a shutdown has begun, before it drains; zero to one hour}
     */
    public Duration drainDelay() {
        return drainDelay;
    }

    /** {@return the TLS configuration, or empty for plain connections} */
    public Optional<TlsConfig> tls() {
        return tls;
    }

    /** {@return how clients authenticate by SASL, or empty} */
    public Optional<SaslConfig> sasl() {
        return sasl;
    }

    /** {@return all options with their names, without processors, passwords and keys} */
    @Override
    public String toString() {
        return "ThriftServerConfig[name=" + name()
                + ", addresses=" + addresses()
                + ", protocol=" + MessageProtocol.nameOf(protocol())
                + ", dialects=" + dialects
                + ", http=" + http
                + ", console=" + console.map(ConsoleConfig::toString).orElse("none")
                + ", strategy=" + strategy
                + ", selectorThreads=" + selectorThreads
                + ", replyOrder=" + replyOrder()
                + ", methods=" + methods()
                + ", priorities=" + priorities().map(Object::toString).orElse("none")
                + ", slowCallThreshold="
                + slowCallThreshold().map(Duration::toString).orElse("none")
                + ", tls=" + tls.map(TlsConfig::toString).orElse("none")
                + ", sasl=" + sasl.map(SaslConfig::toString).orElse("none")
                + ", shutdownGrace=" + shutdownGrace
                + ", drainDelay=" + drainDelay
                + ", shutdownHook=" + shutdownHook
                + ", jmx=" + jmx
                + ", backlog=" + backlog
                + ", announced=" + announced
                + (filters.isEmpty() ? "" : ", filters=" + filters)
                + ", limits=" + limits() + "]";
    }
}
