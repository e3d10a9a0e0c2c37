package io.grizzlythrift.opentelemetry.internal;

import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanContext;
import io.opentelemetry.context.Context;
import io.opentelemetry.context.Scope;
import org.slf4j.MDC;

/**
 * A context that is current on a thread until this scope is closed on the same thread. Meanwhile, the ids of its span
 * may be in slf4j's MDC, under the names that OpenTelemetry's own instrumentation of loggers uses.
 */
public final class ContextScope implements AutoCloseable {
    private static final String TRACE_ID = "trace_id";
    private static final String SPAN_ID = "span_id";
    private static final String TRACE_FLAGS = "trace_flags";

    private final Scope scope;
    private final boolean logged;
    private String outerTrace;
    private String outerSpan;
    private String outerFlags;

    private ContextScope(Scope scope, boolean logged) {
        this.scope = scope;
        this.logged = logged;
    }

    /**
     * Makes a context current.
     *
     * @param mdc whether to put the ids of its span, if there is one, into the MDC
     */
    @SuppressWarnings("MustBeClosedChecker") // closed by close()
    public static ContextScope open(Context context, boolean mdc) {
        SpanContext span = mdc ? Span.fromContext(context).getSpanContext() : SpanContext.getInvalid();
        ContextScope opened = new ContextScope(context.makeCurrent(), span.isValid());
        if (opened.logged) {
            opened.putIds(span);
        }
        return opened;
    }

    private void putIds(SpanContext span) {
        outerTrace = MDC.get(TRACE_ID);
        outerSpan = MDC.get(SPAN_ID);
        outerFlags = MDC.get(TRACE_FLAGS);
        MDC.put(TRACE_ID, span.getTraceId());
        MDC.put(SPAN_ID, span.getSpanId());
        MDC.put(TRACE_FLAGS, span.getTraceFlags().asHex());
    }

    @Override
    public void close() {
        scope.close();
        if (logged) {
            restore(TRACE_ID, outerTrace);
            restore(SPAN_ID, outerSpan);
            restore(TRACE_FLAGS, outerFlags);
        }
    }

    private static void restore(String key, String value) {
        if (value == null) {
            MDC.remove(key);
        } else {
            MDC.put(key, value);
        }
    }
}
