package io.grizzlythrift.spring.internal.actuate;

import io.micrometer.common.KeyValues;
import java.util.Optional;

/** The keys of observations, by OpenTelemetry's conventions for RPC where they have them. */
final class RpcKeys {
    static final String OUTCOME = "outcome";

    private RpcKeys() {}

    static KeyValues of(Optional<String> service, String method) {
        return KeyValues.of("rpc.system", "thrift", "rpc.service", service.orElse("none"), "rpc.method", method);
    }

    static String contextualName(Optional<String> service, String method) {
        return service.map(name -> name + "/" + method).orElse(method);
    }
}
