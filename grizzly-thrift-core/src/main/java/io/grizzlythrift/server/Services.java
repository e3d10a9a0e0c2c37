package io.grizzlythrift.server;

import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import org.apache.thrift.TApplicationException;
import org.apache.thrift.TProcessor;
import org.apache.thrift.protocol.TMessage;
import org.apache.thrift.protocol.TMultiplexedProtocol;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The processors that one connection can reach: one for plain calls, and one for each service name of multiplexed
 * calls.
 */
final class Services {
    private static final Logger LOG = LoggerFactory.getLogger(ThriftServer.class);

    static final Services NONE = new Services(null, Map.of());

    private final TProcessor plain;
    private final Map<String, TProcessor> named;

    /** {@code plain} is null if calls without a service name are not served. */
    Services(TProcessor plain, Map<String, TProcessor> named) {
        this.plain = plain;
        this.named = named;
    }

    /** Where a call goes: a processor, and the header as that is to see it. */
    record Target(TProcessor processor, TMessage header) {}

    /** Where the call with this header goes. Throws a TApplicationException if there is no such service. */
    Target find(TMessage header) throws TApplicationException {
        int separator = separatorIn(header.name);
        TProcessor found = lookUp(header.name, separator);
        if (found == null) {
            if (LOG.isDebugEnabled()) { // the peer need not know what else there is
                LOG.debug(
                        "no service for '{}'; services here: {}",
                        Names.printable(header.name),
                        new TreeSet<>(named.keySet()));
            }
            throw new TApplicationException(
                    TApplicationException.UNKNOWN_METHOD, "no service for '" + header.name + "'");
        }
        if (separator < 0) {
            return new Target(found, header);
        }
        String method = header.name.substring(separator + 1);
        return new Target(found, new TMessage(method, header.type, header.seqid));
    }

    /** The processor for a name as in a header. */
    Optional<TProcessor> find(String name) {
        return Optional.ofNullable(lookUp(name, separatorIn(name)));
    }

    private TProcessor lookUp(String name, int separator) {
        return separator < 0 ? plain : named.get(name.substring(0, separator));
    }

    /** The method in a name as in a header. */
    String methodOf(String name) {
        return name.substring(separatorIn(name) + 1);
    }

    private int separatorIn(String name) {
        return named.isEmpty() ? -1 : name.indexOf(TMultiplexedProtocol.SEPARATOR);
    }
}
