package io.grizzlythrift.opentelemetry;

import io.grizzlythrift.call.CallContext;
import io.grizzlythrift.call.ServerCallListener;
import io.grizzlythrift.call.ServerCallOutcome;
import io.grizzlythrift.metrics.ServerMetrics;
import io.grizzlythrift.opentelemetry.internal.ContextScope;
import io.grizzlythrift.opentelemetry.internal.RpcAttributes;
import io.grizzlythrift.opentelemetry.internal.RpcTelemetry;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.context.Context;
import io.opentelemetry.context.propagation.TextMapGetter;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The span of one call, and the scope in which it is current.
 *
 * <p>The scope belongs to the thread of the handler. The span is started on that thread, before the handler can pass
 * the call to another thread, so it is visible to the thread that ends it.
 */
final class ServerSpan implements ServerCallListener {
    private static final TextMapGetter<Map<String, List<String>>> HEADERS = ServerSpan::header;

    private final ThriftServerTelemetry server;
    private final RpcTelemetry telemetry;
    private final CallContext call;
    private final boolean logged;

    /** Null until the span is started. */
    private @Nullable Context context;

    /** Invalid if no spans are created. */
    private Span span = Span.getInvalid();

    /** Null unless the handler runs. */
    private @Nullable ContextScope scope;

    ServerSpan(ThriftServerTelemetry server, RpcTelemetry telemetry, CallContext call, boolean logged) {
        this.server = server;
        this.telemetry = telemetry;
        this.call = call;
        this.logged = logged;
    }

    @Override
    public void handlerStarts() {
        if (!telemetry.isRecording() && call.headers().isEmpty()) {
            return; // nothing to record, and no context to pass on
        }
        Context before = Context.current();
        start(before);
        if (context != before) {
            scope = ContextScope.open(context, logged);
        }
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
        if (context == null) { // no handler was called, or recording was disabled then
            if (!telemetry.isRecording()) {
                return;
            }
            start(Context.current());
        }
        end(outcome.kind());
        if (telemetry.recordsDurations()) {
            telemetry.record(
                    outcome.queued().plus(outcome.handled()), server.attributesOf(call, outcome.kind()), context);
        }
    }

    private static @Nullable String header(Map<String, List<String>> headers, String name) {
        List<String> values = headers.get(name);
        return values == null ? null : values.get(0);
    }

    private void start(Context before) {
        Map<String, List<String>> headers = call.headers();
        Context parent = headers.isEmpty() ? before : telemetry.propagator().extract(before, headers, HEADERS);
        context = telemetry.start(method(), parent);
        if (context != parent) {
            span = Span.fromContext(context);
        }
        if (span.isRecording() && call.peerAddress() instanceof InetSocketAddress peer) {
            span.setAttribute(RpcAttributes.PEER_ADDRESS, peer.getAddress().getHostAddress());
            span.setAttribute(RpcAttributes.PEER_PORT, (long) peer.getPort());
        }
    }

    private String method() {
        return call.method().length() > ServerMetrics.MAX_UNDECLARED_CHARS
                ? RpcAttributes.OTHER
                : RpcAttributes.method(server.serviceOf(call), call.method());
    }

    private void end(ServerCallOutcome.Kind outcome) {
        boolean mayBeMadeUp = outcome == ServerCallOutcome.Kind.UNKNOWN_METHOD || outcome.isRejection();
        if (mayBeMadeUp && span.isRecording() && server.isOther(call, outcome)) {
            span.updateName(RpcAttributes.THRIFT);
            span.setAttribute(RpcAttributes.METHOD, RpcAttributes.OTHER);
            span.setAttribute(RpcAttributes.ORIGINAL_METHOD, method());
        }
        RpcTelemetry.end(span, ThriftServerTelemetry.errorOf(outcome));
    }
}
