package io.grizzlythrift.internal.dispatch;

import io.grizzlythrift.internal.message.ProcessorTable;
import io.grizzlythrift.strategy.internal.util.LogLimiter;
import java.util.Optional;
import java.util.function.Supplier;
import org.apache.thrift.transport.TTransport;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Creates the services of new connections, with the processor factory of the server if it has one. Thread-safe. */
public final class ConnectionServices {
    /** Close reason of a connection whose services could not be created. */
    public static final String FACTORY_FAILED = "the processor factory failed";

    private static final Logger LOG = LoggerFactory.getLogger(ConnectionServices.class);

    /**
     * The services of the last connection, usually of all: without a user's factory, all connections have equal
     * services.
     */
    private volatile ProcessorTable shared = ProcessorTable.NONE;

    private final LogLimiter factoryLog = new LogLimiter(System::nanoTime);
    private final ServiceConfig service;

    public ConnectionServices(ServiceConfig service) {
        this.service = service;
    }

    /**
     * Creates the services of a connection.
     *
     * @param connection the transport that represents the connection to the factory
     * @param peer for the log
     * @return empty if the factory throws, which is logged; the connection must then be closed
     */
    public Optional<ProcessorTable> of(TTransport connection, Supplier<?> peer) {
        try {
            return Optional.of(share(service.servicesOf(connection)));
        } catch (Throwable t) {
            factoryLog.log(suppressed -> LOG.error(
                    "closed {}: the processor factory failed{}", peer.get(), LogLimiter.suffix(suppressed), t));
            return Optional.empty();
        }
    }

    private ProcessorTable share(ProcessorTable made) {
        ProcessorTable before = shared;
        if (made.hasProcessorsOf(before)) {
            return before;
        }
        shared = made;
        return made;
    }
}
