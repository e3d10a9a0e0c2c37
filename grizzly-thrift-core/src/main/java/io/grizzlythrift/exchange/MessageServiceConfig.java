package io.grizzlythrift.exchange;

import io.grizzlythrift.dispatch.ServiceConfig;
import io.grizzlythrift.limits.ServerLimits;
import io.grizzlythrift.strategy.ProcessingStrategy;
import java.time.Duration;
import org.apache.thrift.protocol.TProtocolFactory;

/** The options of a {@link MessageService}, immutable. Made by {@link MessageServiceOptions}. */
public final class MessageServiceConfig {
    /** Nothing is read by these threads, but a strategy wants to know a number. */
    static final int SELECTOR_THREADS = 1;

    private final ServiceConfig service;
    private final ProcessingStrategy strategy;
    private final Duration shutdownGrace;

    MessageServiceConfig(ServiceConfig service, ProcessingStrategy strategy, Duration shutdownGrace) {
        this.service = service;
        this.strategy = strategy;
        this.shutdownGrace = shutdownGrace;
    }

    /**
     * Starts the threads of a service.
     *
     * @return a service that takes messages
     */
    public MessageService start() {
        return new MessageService(this);
    }

    /**
     * What leads thread names and log lines.
     *
     * @return not blank
     */
    public String name() {
        return service.name();
    }

    /**
     * The protocol of every message.
     *
     * @return a {@link io.grizzlythrift.message.ThriftProtocol} or any other factory
     */
    public TProtocolFactory protocol() {
        return service.protocol();
    }

    /**
     * The largest message that is accepted.
     *
     * @return bytes
     */
    public int maxFrameBytes() {
        return service.maxFrameBytes();
    }

    /**
     * Who runs calls.
     *
     * @return a description
     */
    public ProcessingStrategy strategy() {
        return strategy;
    }

    /**
     * How long {@link MessageService#close()} waits for calls in flight.
     *
     * @return zero to one hour
     */
    public Duration shutdownGrace() {
        return shutdownGrace;
    }

    /**
     * The bounds of what peers may take.
     *
     * @return immutable
     */
    public ServerLimits limits() {
        return service.limits();
    }

    ServiceConfig service() {
        return service;
    }
}
