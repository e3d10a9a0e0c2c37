package io.grizzlythrift.client.opentelemetry;

import io.grizzlythrift.client.call.ClientCallInfo;
import io.grizzlythrift.client.call.ClientCallListener;
import io.grizzlythrift.client.call.ClientCallOutcome;
import io.grizzlythrift.client.call.FailureCause;
import io.grizzlythrift.opentelemetry.internal.ContextScope;
import io.grizzlythrift.opentelemetry.internal.RpcTelemetry;
import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.context.Context;
import io.opentelemetry.context.propagation.TextMapSetter;
import java.util.Optional;
import org.apache.thrift.TApplicationException;
import org.jspecify.annotations.Nullable;

/**
 * The span of one call, and the scopes in which its callback runs and its hedges are started, which may be on two
 * threads at the same time. Thread-safe.
 */
final class ClientSpan implements ClientCallListener {
    private static final TextMapSetter<ClientCallInfo> HEADERS = ClientSpan::addHeader;

    /** The innermost scope of each thread; null if none is open. See facts.md#hedges-and-callbacks-run-on-two-threads. */
    private static final ThreadLocal<OpenScope> INNERMOST = new ThreadLocal<>();

    private record OpenScope(ClientSpan owner, ContextScope scope, OpenScope outer) {}

    private final ThriftClientTelemetry client;
    private final RpcTelemetry telemetry;
    /** Null if nothing is recorded. */
    private final @Nullable String method;

    private final boolean logged;
    private final Context caller;
    private final Context context;

    private ClientSpan(
            ThriftClientTelemetry client,
            RpcTelemetry telemetry,
            @Nullable String method,
            boolean logged,
            Context caller,
            Context context) {
        this.client = client;
        this.telemetry = telemetry;
        this.method = method;
        this.logged = logged;
        this.caller = caller;
        this.context = context;
    }

    /**
     * Starts the span of a call, and adds its context to the headers of the call.
     *
     * @return the listener of the call, which is {@link ClientCallListener#IGNORED} if nothing is recorded and the
     *     caller has no context
     */
    static ClientCallListener start(
            ThriftClientTelemetry client, RpcTelemetry telemetry, ClientCallInfo call, boolean logged) {
        Context caller = Context.current();
        boolean records = telemetry.isRecording();
        @Nullable String method = records ? client.methodOf(call) : null;
        Context context = method == null ? caller : telemetry.start(method, caller);
        telemetry.propagator().inject(context, call, HEADERS);
        return records || caller != Context.root()
                ? new ClientSpan(client, telemetry, method, logged, caller, context)
                : IGNORED;
    }

    /** Adds a header, or skips it if it does not fit, such as too much baggage: the call matters more. */
    private static void addHeader(ClientCallInfo call, String name, String value) {
        try {
            call.addHeader(name, value);
        } catch (IllegalArgumentException tooLarge) {
            Span.current().addEvent("a header of the context was not sent: " + tooLarge.getMessage());
        }
    }

    @Override
    public void ended(ClientCallOutcome outcome) {
        if (method == null) {
            return;
        }
        Optional<String> error = errorOf(outcome);
        Attributes attributes = client.attributesOf(method, outcome.endpoint(), error);
        if (context != caller) {
            Span span = Span.fromContext(context);
            span.setAllAttributes(attributes);
            RpcTelemetry.end(span, error);
        }
        if (telemetry.recordsDurations()) {
            telemetry.record(outcome.time(), attributes, context);
        }
    }

    /** Returns the error type of the span. An exception that the IDL declares is a result, not an error. */
    private static Optional<String> errorOf(ClientCallOutcome outcome) {
        return switch (outcome.kind()) {
            case REPLIED -> Optional.empty();
            case FAILED -> outcome.failure().map(FailureCause::name);
            case EXCEPTION ->
                outcome.exception().isPresent() && !(outcome.exception().get() instanceof TApplicationException)
                        ? Optional.empty()
                        : Optional.of(TApplicationException.class.getName());
        };
    }

    @Override
    public void callbackStarts() {
        INNERMOST.set(new OpenScope(this, ContextScope.open(caller, logged), INNERMOST.get()));
    }

    @Override
    public void callbackReturned() {
        OpenScope innermost = INNERMOST.get();
        if (innermost == null || innermost.owner != this) { // the scope could not be opened
            return;
        }
        if (innermost.outer == null) {
            INNERMOST.remove();
        } else {
            INNERMOST.set(innermost.outer);
        }
        innermost.scope.close();
    }
}
