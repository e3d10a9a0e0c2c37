package io.grizzlythrift.spring.internal.actuate;

import io.grizzlythrift.client.call.ClientCallInfo;
import io.grizzlythrift.client.call.ClientCallListener;
import io.grizzlythrift.client.call.ClientInterceptor;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationRegistry;
import io.micrometer.observation.transport.Kind;
import io.micrometer.observation.transport.SenderContext;
import java.util.Objects;

/**
 * Observes each attempt at a call, as {@value #NAME}, as a child of the observation that is current where it begins. The
 * trace is passed on in headers, with dialects that have them.
 */
final class ClientObservations implements ClientInterceptor {
    static final String NAME = "thrift.client.requests";

    private final ObservationRegistry registry;

    ClientObservations(ObservationRegistry registry) {
        this.registry = registry;
    }

    @Override
    public boolean isEnabled() {
        return !registry.isNoop();
    }

    @Override
    public ClientCallListener begin(ClientCallInfo call) {
        Observation observation = Observation.createNotStarted(NAME, () -> context(call), registry)
                .contextualName(RpcKeys.contextualName(call.service(), call.method()))
                .lowCardinalityKeyValues(RpcKeys.of(call.service(), call.method()))
                .start();
        return outcome -> {
            observation.lowCardinalityKeyValue(
                    RpcKeys.OUTCOME,
                    outcome.failure().map(Enum::name).orElse(outcome.kind().name()));
            outcome.exception().ifPresent(observation::error);
            observation.stop();
        };
    }

    private static SenderContext<ClientCallInfo> context(ClientCallInfo call) {
        SenderContext<ClientCallInfo> context = new SenderContext<>(
                (carrier, name, value) ->
                        Objects.requireNonNull(carrier, "carrier").addHeader(name, value),
                Kind.CLIENT);
        context.setCarrier(call);
        return context;
    }
}
