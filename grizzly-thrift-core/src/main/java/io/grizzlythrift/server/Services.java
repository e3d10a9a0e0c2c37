package io.grizzlythrift.server;

import java.util.Map;
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
        int separator = separatorOf(header);
        TProcessor found = separator < 0 ? plain : named.get(header.name.substring(0, separator));
        if (found == null) {
            throw new TApplicationException(
                    TApplicationException.UNKNOWN_METHOD,
                    "no service for '" + header.name + "'; services here: " + new TreeSet<>(named.keySet()));
        }
        return found;
    }

    /** A header as the processor is to see it that it names. */
    TMessage withoutService(TMessage header) {
        int separator = separatorOf(header);
        if (separator < 0) {
            return header;
        }
        String method = header.name.substring(separator + TMultiplexedProtocol.SEPARATOR.length());
        return new TMessage(method, header.type, header.seqid);
    }

    private int separatorOf(TMessage header) {
        return named.isEmpty() ? -1 : header.name.indexOf(TMultiplexedProtocol.SEPARATOR);
    }
}
