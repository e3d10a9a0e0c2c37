package io.grizzlythrift.server;

import io.grizzlythrift.internal.connection.ConnectionLimiter;
import java.io.IOException;
import java.util.Arrays;
import java.util.concurrent.Executor;
import java.util.function.Supplier;
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
 * on that. All other events go to the strategy that the transport had. All listeners of a transport share one, except if
 * applications with class loaders of their own share the transport.
 *
 * <p>Thread-safe: changes lock the transport, and the services are an array that is replaced. A socket is bound after its service was added, and the selector
 * gets it through a queue, so it sees both.
 */
@SuppressWarnings("rawtypes") // as declared by Grizzly
final class SharedIoStrategy extends AbstractIOStrategy implements Supplier<IOStrategy> {
    /**
     * What serves the connections of one listener.
     *
     * @param chain of its sockets and their connections
     * @param reads handles the events of these connections
     */
    record Service(Processor chain, ConnectionLimiter limiter, IOStrategy reads) {}

    private static final IOStrategy ON_SELECTOR = SameThreadIOStrategy.getInstance();

    /** What the transport had before. Changes if it is a strategy of this name that has no service left. */
    private volatile IOStrategy others;

    private volatile Service[] services = {};

    private SharedIoStrategy(IOStrategy others) {
        this.others = others;
    }

    /**
     * Adds a service to a transport, which may be running.
     *
     * @return removes it again
     */
    static Runnable add(TCPNIOTransport transport, Service service) {
        synchronized (transport) {
            IOStrategy installed = transport.getIOStrategy();
            SharedIoStrategy shared = installed instanceof SharedIoStrategy known
                    ? known
                    : new SharedIoStrategy(installed == null ? WorkerThreadIOStrategy.getInstance() : installed);
            shared.services = Stream.concat(Arrays.stream(shared.services), Stream.of(service))
                    .toArray(Service[]::new);
            if (installed != shared) {
                transport.setIOStrategy(shared);
            }
            return () -> shared.remove(transport, service);
        }
    }

    /** With the last service, the transport gets its strategy back, unless it has another one by now. */
    @SuppressWarnings("ReferenceEquality") // the JDK caches the class of the last record whose equals ran
    private void remove(TCPNIOTransport transport, Service service) {
        synchronized (transport) {
            services = Arrays.stream(services).filter(other -> other != service).toArray(Service[]::new);
            if (services.length == 0) {
                IOStrategy installed = transport.getIOStrategy();
                if (installed == this) {
                    restore(transport, get());
                } else {
                    withoutEnded(installed); // it may refer to this one
                }
            }
        }
    }

    /** A strategy without a default for the worker pool removes its configuration, which cannot be set while threads run. */
    private static void restore(TCPNIOTransport transport, IOStrategy before) {
        // facts.md#setiostrategy-may-remove-the-worker-pool
        if (transport.isStopped()) {
            ThreadPoolConfig workers = transport.getWorkerThreadPoolConfig();
            transport.setIOStrategy(before);
            transport.setWorkerThreadPoolConfig(workers);
        } else if (transport.getWorkerThreadPool() == null || before.createDefaultWorkerPoolConfig(transport) != null) {
            transport.setIOStrategy(before);
        } else {
            transport.setIOStrategy(PoolKeepingStrategy.of(before));
        }
    }

    /**
     * Returns what does the work of this strategy, while the transport is locked: itself, or what the transport had before if
     * no service is left. So applications that share a transport do not keep each other's classes, although each has a
     * class of this name.
     */
    @Override
    public IOStrategy get() {
        others = withoutEnded(others);
        return services.length == 0 ? others : this;
    }

    private static IOStrategy withoutEnded(IOStrategy strategy) {
        boolean isShared = strategy.getClass().getName().equals(SharedIoStrategy.class.getName());
        return isShared ? (IOStrategy) ((Supplier<?>) strategy).get() : strategy;
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
