package io.grizzlythrift.client;

import java.time.Duration;
import java.util.Optional;
import org.apache.thrift.protocol.TMultiplexedProtocol;

/**
 * What is known of a call when it begins.
 *
 * @param method the name of the method
 * @param service the name that a server of several services knows its service by; empty for a plain call
 * @param oneway whether no reply is expected
 * @param timeout the time that it has
 */
public record ClientCall(String method, Optional<String> service, boolean oneway, Duration timeout) {
    /** Over a transport, the name of the service is part of that of the method. */
    static ClientCall of(Call call) {
        String name = call.method();
        int separator = name.indexOf(TMultiplexedProtocol.SEPARATOR);
        return separator < 0
                ? new ClientCall(name, call.service(), call.isOneway(), call.timeout())
                : new ClientCall(
                        name.substring(separator + 1),
                        Optional.of(name.substring(0, separator)),
                        call.isOneway(),
                        call.timeout());
    }
}
