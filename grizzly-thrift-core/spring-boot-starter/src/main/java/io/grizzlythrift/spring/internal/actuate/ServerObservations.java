package io.grizzlythrift.spring.internal.actuate;

import io.grizzlythrift.call.CallContext;
import io.grizzlythrift.call.ServerCallListener;
import io.grizzlythrift.call.ServerCallOutcome;
import io.grizzlythrift.call.ServerInterceptor;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationRegistry;
import io.micrometer.observation.transport.Kind;
import io.micrometer.observation.transport.ReceiverContext;
import org.jspecify.annotations.Nullable;

/**
 * Observes each call whose handler runs, as {@value #NAME}. It is the current observation on the thread of the handler,
 * and continues the trace that the headers of the call name.
 */
final class ServerObservations implements ServerInterceptor {
    static final String NAME = "thrift.server.requests";

    private final ObservationRegistry registry;

    ServerObservations(ObservationRegistry registry) {
        this.registry = registry;
    }

    @Override
    public boolean isEnabled() {
        return !registry.isNoop();
    }

    @Override
    public boolean readsArgumentHeaders() {
        return true;
    }

    @Override
    public ServerCallListener begin(CallContext call) {
        return new ObservedCall(call);
    }

    /** The scope belongs to the thread of the handler; the observation ends on the thread that ends the call. */
    private final class ObservedCall implements ServerCallListener {
        private final CallContext call;
        private @Nullable Observation observation;
        private Observation.@Nullable Scope scope;

        ObservedCall(CallContext call) {
            this.call = call;
        }

        @Override
        public void handlerStarts() {
            observation = Observation.createNotStarted(NAME, this::context, registry)
                    .contextualName(RpcKeys.contextualName(call.service(), call.method()))
                    .lowCardinalityKeyValues(RpcKeys.of(call.service(), call.method()))
                    .start();
            scope = observation.openScope();
        }

        private ReceiverContext<CallContext> context() {
            ReceiverContext<CallContext> context = new ReceiverContext<>(
                    (carrier, name) -> carrier.header(name).orElse(null), Kind.SERVER);
            context.setCarrier(call);
            return context;
        }

        @Override
        public void handlerReturned() {
            if (scope != null) {
                scope.close();
                scope = null;
            }
        }

        @Override
        public void ended(ServerCallOutcome outcome) {
            if (observation != null) {
                observation.lowCardinalityKeyValue(
                        RpcKeys.OUTCOME, outcome.kind().name());
                observation.stop();
            }
        }
    }
}
