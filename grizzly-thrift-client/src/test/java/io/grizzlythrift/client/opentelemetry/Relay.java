package io.grizzlythrift.client.opentelemetry;

import io.grizzlythrift.client.gen.Probe;
import io.opentelemetry.api.trace.Span;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import org.apache.thrift.TProcessor;
import org.apache.thrift.async.AsyncMethodCallback;
import org.slf4j.MDC;

/** A handler of {@code echo} that passes each call on, and notes what is current while it runs. */
final class Relay {
    /** The ids of the spans that were current in a handler or in a callback, and the MDC. */
    record Seen(String spanId, String traceId, Map<String, String> mdc) {
        static Seen now() {
            Map<String, String> mdc = MDC.getCopyOfContextMap();
            return new Seen(
                    Span.current().getSpanContext().getSpanId(),
                    Span.current().getSpanContext().getTraceId(),
                    mdc == null ? Map.of() : mdc);
        }
    }

    private final List<Seen> handlers = new CopyOnWriteArrayList<>();
    private final List<Seen> callbacks = new CopyOnWriteArrayList<>();

    List<Seen> handlers() {
        return handlers;
    }

    List<Seen> callbacks() {
        return callbacks;
    }

    /** Returns a processor that calls the next server; one that replies if there is none. */
    TProcessor blocking(Optional<Probe.Iface> next) {
        return new Probe.Processor<>(proxy(Probe.Iface.class, (self, method, arguments) -> {
            handlers.add(Seen.now());
            return next.isPresent() ? next.get().echo((String) arguments[0]) : arguments[0];
        }));
    }

    /** Returns the same with an asynchronous handler, which replies in the callback of the next call. */
    TProcessor asynchronous(Optional<Probe.AsyncIface> next) {
        return new Probe.AsyncProcessor<>(proxy(Probe.AsyncIface.class, (self, method, arguments) -> {
            handlers.add(Seen.now());
            @SuppressWarnings("unchecked")
            AsyncMethodCallback<String> reply = (AsyncMethodCallback<String>) arguments[1];
            if (next.isPresent()) {
                next.get().echo((String) arguments[0], noting(reply));
            } else {
                reply.onComplete((String) arguments[0]);
            }
            return null;
        }));
    }

    private AsyncMethodCallback<String> noting(AsyncMethodCallback<String> callback) {
        return new AsyncMethodCallback<>() {
            @Override
            public void onComplete(String text) {
                callbacks.add(Seen.now());
                callback.onComplete(text);
            }

            @Override
            public void onError(Exception failure) {
                callbacks.add(Seen.now());
                callback.onError(failure);
            }
        };
    }

    private static <T> T proxy(Class<T> type, InvocationHandler handler) {
        return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, handler));
    }
}
