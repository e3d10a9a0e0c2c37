package io.grizzlythrift.server;

import io.grizzlythrift.internal.connection.ConnectionLimiter;
import java.io.IOException;
import java.util.Arrays;
import java.util.concurrent.Executor;
import java.util.stream.Stream;
import org.glassfish.grizzly.Connection;
import org.glassfish.grizzly.IOEvent;
import org.glassfish.grizzly.IOStrategy;
import org.glassfish.grizzly.Processor;
import org.glassfish.grizzly.Transport;
import org.glassfish.grizzly.nio.transport.TCPNIOServerConnection;
import org.glassfish.grizzly.nio.transport.TCPNIOTransport;
import org.glassfish.grizzly.strategies.AbstractIOStrategy;
import org.glassfish.grizzly.strategies.SameThreadIOStrategy;
import org.glassfish.grizzly.strategies.WorkerThreadIOStrategy;
import org.glassfish.grizzly.threadpool.ThreadPoolConfig;
import org.jspecify.annotations.Nullable;

/**
 * The I/O strategy of a transport that serves Thrift among other things. Accepts the connections of Thrift within their limit,
 * and reads them on the selector threads, whatever the strategy of the transport is: a drain and a pause of reading depend
 * on that. All other events go to the strategy that the transport had. All listeners of a transport share one.
 *
 * <p>Thread-safe: the services are an array that is replaced. A socket is bound after its service was added, and the selector
 * gets it through a queue, so it sees both.
 */
@SuppressWarnings("rawtypes") // as declared by Grizzly
final class SharedIoStrategy extends AbstractIOStrategy {
    /**
     * What serves the connections of one listener.
     *
     * @param chain of its sockets and their connections
     * @param reads handles the events of these connections
     */
    record Service(Processor chain, ConnectionLimiter limiter, IOStrategy reads) {}

    private static final IOStrategy ON_SELECTOR = SameThreadIOStrategy.getInstance();

    private final IOStrategy others;
    private volatile Service[] services = {};

    private SharedIoStrategy(IOStrategy others) {
        this.others = others;
    }

    /** Adds a service to a transport, which may be running. */
    static void add(TCPNIOTransport transport, Service service) {
        synchronized (SharedIoStrategy.class) {
            IOStrategy installed = transport.getIOStrategy();
            if (!(installed instanceof SharedIoStrategy)) {
                installed = new SharedIoStrategy(installed == null ? WorkerThreadIOStrategy.getInstance() : installed);
            }
            SharedIoStrategy shared = (SharedIoStrategy) installed;
            shared.services = Stream.concat(Arrays.stream(shared.services), Stream.of(service))
                    .toArray(Service[]::new);
            if (transport.getIOStrategy() != shared) {
                transport.setIOStrategy(shared);
            }
        }
    }

    /**
     * Removes a service. With the last one, the transport gets its strategy back, unless it has another one by now, or would
     * forget the configuration of its worker pool.
     */
    static void remove(TCPNIOTransport transport, Service service) {
        synchronized (SharedIoStrategy.class) {
            if (transport.getIOStrategy() instanceof SharedIoStrategy shared) {
                shared.services = Arrays.stream(shared.services)
                        .filter(other -> !other.equals(service))
                        .toArray(Service[]::new);
                if (shared.services.length == 0) {
                    shared.restore(transport);
                }
            }
        }
    }

    /** A strategy without a default for the worker pool removes its configuration, which cannot be set while threads run. */
    private void restore(TCPNIOTransport transport) {
        // facts.md#setiostrategy-may-remove-the-worker-pool
        if (transport.isStopped()) {
            ThreadPoolConfig workers = transport.getWorkerThreadPoolConfig();
            transport.setIOStrategy(others);
            transport.setWorkerThreadPoolConfig(workers);
        } else if (transport.getWorkerThreadPool() == null || others.createDefaultWorkerPoolConfig(transport) != null) {
            transport.setIOStrategy(others);
        }
    }

    private @Nullable Service serviceOf(Connection connection) {
        Processor chain = connection.getProcessor();
        for (Service service : services) {
            if (service.chain() == chain) {
                return service;
            }
        }
        return null;
    }

    @Override
    public boolean executeIoEvent(Connection connection, IOEvent event, boolean isIoEventEnabled) throws IOException {
        Service service = serviceOf(connection);
        if (service != null && event == IOEvent.SERVER_ACCEPT) {
            service.limiter().acceptSome((TCPNIOServerConnection) connection);
            return true;
        }
        return strategyOf(connection, service).executeIoEvent(connection, event, isIoEventEnabled);
    }

    /** Connections that another listener has accepted have its chain, but are read like all of Thrift. */
    private IOStrategy strategyOf(Connection connection, @Nullable Service service) {
        if (service != null) {
            return service.reads();
        }
        return ThriftServerFilter.serves(connection) ? ON_SELECTOR : others;
    }

    @Override
    public Executor getThreadPoolFor(Connection connection, IOEvent event) {
        return strategyOf(connection, serviceOf(connection)).getThreadPoolFor(connection, event);
    }

    /** {@inheritDoc} The transport keeps the configuration that it has: it ignores this one while it runs. */
    @Override
    public ThreadPoolConfig createDefaultWorkerPoolConfig(Transport transport) {
        return transport.isStopped() ? transport.getWorkerThreadPoolConfig() : ThreadPoolConfig.defaultConfig();
    }
}
