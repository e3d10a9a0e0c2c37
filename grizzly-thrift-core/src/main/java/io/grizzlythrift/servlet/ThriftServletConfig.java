package io.grizzlythrift.servlet;

import io.grizzlythrift.internal.dispatch.ServiceConfig;
import io.grizzlythrift.internal.message.MessageProtocol;
import io.grizzlythrift.limits.ServerLimits;
import io.grizzlythrift.strategy.ProcessingStrategy;
import java.time.Duration;
import java.util.Optional;
import org.apache.thrift.protocol.TProtocolFactory;

/** The immutable options of a {@link ThriftServlet}. */
public final class ThriftServletConfig {
    private final ServiceConfig service;
    private final ProcessingStrategy strategy;
    private final Duration shutdownGrace;

    ThriftServletConfig(ServiceConfig service, ProcessingStrategy strategy, Duration shutdownGrace) {
        this.service = service;
        this.strategy = strategy;
        this.shutdownGrace = shutdownGrace;
    }

    /** {@return the name of the service in thread names and log lines, never blank} */
    public String name() {
        return service.name();
    }

    /**
     * {@return the only protocol of messages, a {@link io.grizzlythrift.message.ThriftProtocol} or any other factory;
     * empty for binary and compact}
     */
    public Optional<TProtocolFactory> protocol() {
        return service.protocol();
    }

    /** {@return the strategy, which decides which threads run calls} */
    public ProcessingStrategy strategy() {
        return strategy;
    }

    /** {@return how long the end of the servlet waits for calls in flight, zero to one hour} */
    public Duration shutdownGrace() {
        return shutdownGrace;
    }

    /** {@return the limits on messages, calls, memory and time} */
    public ServerLimits limits() {
        return service.limits();
    }

    ServiceConfig service() {
        return service;
    }

    /** {@return all options with their names, without processors} */
    @Override
    public String toString() {
        return "ThriftServletConfig[name=" + name()
                + ", protocol=" + MessageProtocol.nameOf(protocol())
                + ", strategy=" + strategy
                + ", shutdownGrace=" + shutdownGrace
                + ", limits=" + limits() + "]";
    }
}
