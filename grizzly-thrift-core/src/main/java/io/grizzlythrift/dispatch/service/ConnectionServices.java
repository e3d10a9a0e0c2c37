package io.grizzlythrift.dispatch.service;

import io.grizzlythrift.log.LogLimiter;
import io.grizzlythrift.message.ProcessorTable;
import java.util.Optional;
import java.util.function.Supplier;
import org.apache.thrift.transport.TTransport;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Makes the services of new connections, by the processor factory of the server if it has one. Thread-safe. */
public final class ConnectionServices {
    /** Why a connection is closed whose services could not be made. */
    public static final String FACTORY_FAILED = "the processor factory failed";

    private static final Logger LOG = LoggerFactory.getLogger(ConnectionServices.class);

    /** Of the last connection, and usually of all: those of a server without a factory of the user are equal. */
    private volatile ProcessorTable shared = ProcessorTable.NONE;

    private final LogLimiter factoryLog = new LogLimiter(System::nanoTime);
    private final ServiceConfig service;

    public ConnectionServices(ServiceConfig service) {
        this.service = service;
    }

    /**
     * Makes the services of a connection.
     *
     * @param connection what the factory sees of it
     * @param peer for the log
     * @return empty, after a log line, if the factory throws; the connection must then be closed
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
