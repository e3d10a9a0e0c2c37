package io.grizzlythrift.client.opentelemetry;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertSame;

import io.grizzlythrift.client.call.ClientCallInfo;
import io.grizzlythrift.client.call.ClientCallListener;
import io.opentelemetry.context.Context;
import io.opentelemetry.context.ContextKey;
import java.lang.reflect.Proxy;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.testng.annotations.Test;

/** A hedge may be started on one thread while the callback of the call runs on another. */
public final class HedgedContextTest {
    private static final ContextKey<String> KEY = ContextKey.named("test");

    private static ClientCallInfo call() {
        return (ClientCallInfo) Proxy.newProxyInstance(
                ClientCallInfo.class.getClassLoader(),
                new Class<?>[] {ClientCallInfo.class},
                (proxy, method, arguments) -> switch (method.getName()) {
                    case "method" -> "echo";
                    case "service" -> Optional.empty();
                    case "addHeader" -> false;
                    default -> throw new AssertionError(method);
                });
    }

    @Test(timeOut = 60_000)
    public void eachThreadHasItsScope() throws Exception {
        try (Telemetry telemetry = new Telemetry()) {
            ClientCallListener listener;
            Context caller = Context.root().with(KEY, "caller");
            try (var scope = caller.makeCurrent()) {
                assertEquals(scope == null, false);
                listener = ThriftClientTelemetry.create(telemetry.api()).begin(call());
            }
            Context before = Context.current();
            CompletableFuture<Void> started = new CompletableFuture<>();
            CompletableFuture<Void> returned = new CompletableFuture<>();
            CompletableFuture<Context> after = CompletableFuture.supplyAsync(
                    () -> {
                        listener.callbackStarts();
                        started.complete(null);
                        returned.join();
                        assertEquals(Context.current().get(KEY), "caller");
                        listener.callbackReturned();
                        return Context.current();
                    },
                    task -> new Thread(task, "callback").start());
            started.get(30, TimeUnit.SECONDS);
            listener.callbackStarts();
            assertEquals(Context.current().get(KEY), "caller");
            listener.callbackReturned();
            assertSame(Context.current(), before);
            returned.complete(null);
            assertSame(after.get(30, TimeUnit.SECONDS), Context.root());
        }
    }
}
