package io.grizzlythrift.server;

import io.grizzlythrift.message.MessageProtocol;
import java.util.Map;
import java.util.TreeSet;
import org.apache.thrift.TApplicationException;
import org.apache.thrift.TException;
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

    /** Runs the processor that a header names. Throws a TApplicationException if there is none. */
    void process(TMessage header, MessageProtocol protocol) throws TException {
        int separator = named.isEmpty() ? -1 : header.name.indexOf(TMultiplexedProtocol.SEPARATOR);
        TProcessor processor;
        if (separator < 0) {
            processor = plain;
            protocol.replay(header);
        } else {
            processor = named.get(header.name.substring(0, separator));
            String method = header.name.substring(separator + TMultiplexedProtocol.SEPARATOR.length());
            protocol.replay(new TMessage(method, header.type, header.seqid));
        }
        if (processor == null) {
            throw new TApplicationException(
                    TApplicationException.UNKNOWN_METHOD,
                    "no service for '" + header.name + "'; services here: " + new TreeSet<>(named.keySet()));
        }
        processor.process(protocol.protocol(), protocol.protocol());
    }
}
