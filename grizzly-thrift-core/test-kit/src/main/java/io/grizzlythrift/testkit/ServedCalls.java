package io.grizzlythrift.testkit;

import io.grizzlythrift.call.CallContext;
import io.grizzlythrift.call.ServerCallListener;
import io.grizzlythrift.call.ServerCallOutcome;
import io.grizzlythrift.call.ServerInterceptor;
import io.grizzlythrift.testkit.internal.CallLog;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.thrift.async.AsyncMethodCallback;
import org.jspecify.annotations.Nullable;

/**
 * Records the calls of a {@link TestServer}: those of handlers when these are called, because only then the arguments are
 * known, and all others when they end.
 */
final class ServedCalls implements ServerInterceptor {
    private final Map<CallContext, Running> running = new ConcurrentHashMap<>();
    private final CallLog<ServedCall> log;

    private record Running(CompletableFuture<ServerCallOutcome.Kind> outcome, AtomicBoolean recorded) {}

    ServedCalls(Duration awaitTimeout) {
        log = new CallLog<>(
                ServedCall::names,
                call -> call.context().messageBytes(),
                () -> running.size() + " are running",
                awaitTimeout);
    }

    CallLog<ServedCall> log() {
        return log;
    }

    @Override
    public ServerCallListener begin(CallContext context) {
        Running call = new Running(new CompletableFuture<>(), new AtomicBoolean());
        running.put(context, call);
        return outcome -> {
            running.remove(context);
            call.outcome.complete(outcome.kind());
            record(context, call, List.of());
        };
    }

    @Override
    public boolean needsRejectedCalls() {
        return true;
    }

    private void record(CallContext context, Running call, List<@Nullable Object> arguments) {
        if (call.recorded.compareAndSet(false, true)) {
            ServedCall served = new ServedCall(context, arguments, call.outcome);
            log.add(served.names().get(0), number -> served);
        }
    }

    /**
     * Returns a handler that records its calls.
     *
     * @param contract the generated interface that the handler implements
     */
    Object recording(Class<?> contract, Object handler) {
        InvocationHandler invocation = (proxy, method, arguments) -> {
            List<@Nullable Object> all = arguments == null ? List.of() : Arrays.asList(arguments);
            Optional<CallContext> context = CallContext.current();
            if (context.isPresent()) {
                Running call = running.get(context.get());
                if (call != null) {
                    record(context.get(), call, withoutCallback(all));
                }
            }
            try {
                return method.invoke(handler, arguments);
            } catch (InvocationTargetException e) {
                throw e.getCause();
            }
        };
        return Proxy.newProxyInstance(contract.getClassLoader(), new Class<?>[] {contract}, invocation);
    }

    private static List<@Nullable Object> withoutCallback(List<@Nullable Object> arguments) {
        int last = arguments.size() - 1;
        return new ArrayList<>(
                last >= 0 && arguments.get(last) instanceof AsyncMethodCallback
                        ? arguments.subList(0, last)
                        : arguments);
    }
}
