package io.grizzlythrift.internal.message;

import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import org.apache.thrift.TApplicationException;
import org.apache.thrift.TAsyncProcessor;
import org.apache.thrift.TProcessor;
import org.apache.thrift.protocol.TMessage;
import org.apache.thrift.protocol.TMultiplexedProtocol;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The processors available to one connection: one for plain calls, and one for each service name of multiplexed calls.
 * Immutable.
 */
public final class ProcessorTable {
    private static final Logger LOG = LoggerFactory.getLogger(ProcessorTable.class);

    /** A table without processors. */
    public static final ProcessorTable NONE = new ProcessorTable(null, Map.of());

    private final TProcessor plain;
    private final boolean isPlainAsync;
    private final Map<String, TProcessor> named;

    /**
     * Creates a table.
     *
     * @param plain runs calls without a service name; null if they are not supported
     * @param named processors by service name
     */
    public ProcessorTable(TProcessor plain, Map<String, TProcessor> named) {
        this.plain = plain;
        isPlainAsync = plain instanceof TAsyncProcessor; // the test takes long enough to be noticed in each call
        this.named = named;
    }

    /**
     * Compares this table with another one.
     *
     * @param other another table
     * @return whether both tables have the same processors, so that one can be used in place of the other
     */
    public boolean hasProcessorsOf(ProcessorTable other) {
        return plain == other.plain && named == other.named;
    }

    /**
     * The processor of a call, and the header to pass to it.
     *
     * @param processor runs the call
     * @param isAsync whether it is a {@link TAsyncProcessor}
     * @param header the header without the service name
     */
    public record Target(TProcessor processor, boolean isAsync, TMessage header) {}

    /** Has no stack trace, which would take longer than to reply with this exception. */
    private static final class UnknownService extends TApplicationException {
        private static final long serialVersionUID = 1L;

        UnknownService(String name) {
            super(UNKNOWN_METHOD, "no service for '" + name + "'");
        }

        @Override
        @SuppressWarnings("UnsynchronizedOverridesSynchronized") // it changes nothing
        public Throwable fillInStackTrace() {
            return this;
        }
    }

    /**
     * Finds the processor of a call.
     *
     * @param header the header that was read
     * @return the processor, and the header to pass to it
     * @throws TApplicationException if the service is unknown
     */
    public Target find(TMessage header) throws TApplicationException {
        int separator = separatorIn(header.name);
        TProcessor found = lookUp(header.name, separator);
        if (found == null) {
            if (LOG.isDebugEnabled()) { // the list of services is not disclosed to the peer
                LOG.debug(
                        "no service for '{}'; services here: {}",
                        LogSanitizer.printable(header.name),
                        new TreeSet<>(named.keySet()));
            }
            throw new UnknownService(header.name);
        }
        if (separator < 0) {
            return new Target(found, isPlainAsync, header);
        }
        String method = header.name.substring(separator + 1);
        return new Target(found, found instanceof TAsyncProcessor, new TMessage(method, header.type, header.seqid));
    }

    /**
     * Finds the processor for a name.
     *
     * @param name the name in a header
     * @return empty if the service is unknown
     */
    public Optional<TProcessor> find(String name) {
        return Optional.ofNullable(lookUp(name, separatorIn(name)));
    }

    private TProcessor lookUp(String name, int separator) {
        return separator < 0 ? plain : named.get(name.substring(0, separator));
    }

    /**
     * Returns the method of a name.
     *
     * @param name the name in a header
     * @return the name without the service; the whole name if this table has no named services
     */
    public String methodOf(String name) {
        return name.substring(separatorIn(name) + 1);
    }

    private int separatorIn(String name) {
        return named.isEmpty() ? -1 : name.indexOf(TMultiplexedProtocol.SEPARATOR);
    }
}
