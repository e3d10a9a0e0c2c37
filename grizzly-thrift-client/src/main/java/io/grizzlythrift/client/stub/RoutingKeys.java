package io.grizzlythrift.client.stub;

import io.grizzlythrift.client.balance.RoutingKey;
import io.grizzlythrift.client.config.CallOptions;
import io.grizzlythrift.client.config.ThriftClientConfig;
import io.grizzlythrift.client.inflight.PendingCall;
import java.util.Arrays;
import java.util.Collections;

/** The routing key of the calls of one stub: that of its options, one computed from their arguments, or none. */
final class RoutingKeys {
    /** Null if there is none, or if the key depends on the arguments. */
    private final Object certain;

    /** Null unless the key depends on the arguments. */
    private final RoutingKey byArguments;

    RoutingKeys(CallOptions options, ThriftClientConfig config) {
        certain = options.routingKey().orElse(null);
        byArguments = certain == null ? config.routingKey().orElse(null) : null;
    }

    /** Sets the key of a call that is yet to be started. */
    void addTo(PendingCall call, Object[] arguments) {
        if (byArguments != null) {
            call.routingKey(byArguments.of(call.method(), Collections.unmodifiableList(Arrays.asList(arguments))));
        } else if (certain != null) {
            call.routingKey(certain);
        }
    }
}
