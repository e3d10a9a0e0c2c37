package io.grizzlythrift.server;

import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import org.apache.thrift.TApplicationException;
import org.apache.thrift.TProcessor;
import org.apache.thrift.protocol.TMessage;
import org.apache.thrift.protocol.TMultiplexedProtocol;

/**
 * The processors that one connection can reach: one for plain calls, and one for each service name of multiplexed
 * calls.
 */
final class Services {
    static final Services NONE = new Services(null, Map.of());

    private final TProcessor plain;
    private final Map<String, TProcessor> named;

    /** {@code plain} is null if calls without a service name are not served. */
    Services(TProcessor plain, Map<String, TProcessor> named) {
        this.plain = plain;
        this.named = named;
    }

    /** The processor that a header names. Throws a TApplicationException if there is none. */
    TProcessor find(TMessage header) throws TApplicationException {
        TProcessor found = lookUp(header.name);
        if (found == null) {
            throw new TApplicationException(
                    TApplicationException.UNKNOWN_METHOD,
                    "no service for '" + header.name + "'; services here: " + new TreeSet<>(named.keySet()));
        }
        return found;
    }

    /** The processor for a name as in a header. */
    Optional<TProcessor> find(String name) {
        return Optional.ofNullable(lookUp(name));
    }

    private TProcessor lookUp(String name) {
        int separator = separatorIn(name);
        return separator < 0 ? plain : named.get(name.substring(0, separator));
    }

    /** A header as the processor is to see it that it names. */
    TMessage withoutService(TMessage header) {
        return separatorIn(header.name) < 0 ? header : new TMessage(methodOf(header.name), header.type, header.seqid);
    }

    /** The method in a name as in a header. */
    String methodOf(String name) {
        return name.substring(separatorIn(name) + 1);
    }

    private int separatorIn(String name) {
        return named.isEmpty() ? -1 : name.indexOf(TMultiplexedProtocol.SEPARATOR);
    }
}
