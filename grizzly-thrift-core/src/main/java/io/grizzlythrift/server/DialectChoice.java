package io.grizzlythrift.server;

import io.grizzlythrift.frame.Dialect;
import io.grizzlythrift.message.ThriftProtocol;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.apache.thrift.protocol.TProtocolFactory;

/** The dialects that a builder was told to accept, or by default those that its protocol allows. */
final class DialectChoice {
    private Optional<Set<Dialect>> chosen = Optional.empty();
    private boolean http;

    /** @throws IllegalArgumentException if there is none, or one that is not supported, or HTTP */
    void choose(Dialect... accepted) {
        List<Dialect> list = List.of(accepted);
        if (list.contains(Dialect.HTTP)) {
            throw new IllegalArgumentException("dialects is " + list + ", must be one or more of " + Dialect.supported()
                    + "; http(true) accepts HTTP in addition");
        }
        chosen = Optional.of(Dialect.requireSupported(list));
    }

    void acceptHttp(boolean accept) {
        http = accept;
    }

    boolean acceptsHttp() {
        return http;
    }

    /** Returns the dialects of a service that uses this protocol. */
    Set<Dialect> with(Optional<TProtocolFactory> protocol) {
        boolean isThrifts = protocol.isEmpty() || protocol.get() instanceof ThriftProtocol;
        Set<Dialect> accepted = chosen.orElseGet(() -> isThrifts ? Dialect.supported() : Set.of(Dialect.FRAMED));
        return http ? Dialect.withHttp(accepted) : accepted;
    }
}
