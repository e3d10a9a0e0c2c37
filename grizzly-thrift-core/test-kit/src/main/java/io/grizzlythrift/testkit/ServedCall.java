package io.grizzlythrift.testkit;

import io.grizzlythrift.call.CallContext;
import io.grizzlythrift.call.ServerCallOutcome;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** A call that has reached a handler of a {@link TestServer}, or that the server has ended without it. */
public final class ServedCall {
    private final CallContext context;
    private final List<@Nullable Object> arguments;
    private final CompletableFuture<ServerCallOutcome.Kind> outcome;

    ServedCall(
            CallContext context, List<@Nullable Object> arguments, CompletableFuture<ServerCallOutcome.Kind> outcome) {
        this.context = context;
        this.arguments = Collections.unmodifiableList(arguments);
        this.outcome = outcome;
    }

    /** {@return the name of the method as in the IDL} */
    public String method() {
        return context.method();
    }

    /** {@return the name of the service in a multiplexed call; empty in a plain call} */
    public Optional<String> service() {
        return context.service();
    }

    /** {@return the arguments, as the handler got them; empty if the call did not reach a handler} */
    @SuppressWarnings("exports") // JSpecify is optional
    public List<@Nullable Object> arguments() {
        return arguments;
    }

    /** {@return headers, peer, identity, deadline and more} */
    public CallContext context() {
        return context;
    }

    /** {@return completes when the call has ended, before its reply is sent} */
    public CompletableFuture<ServerCallOutcome.Kind> outcome() {
        return outcome.copy();
    }

    List<String> names() {
        return service().map(name -> List.of(name + ":" + method(), method())).orElse(List.of(method()));
    }

    /** {@return the method, its arguments, and the outcome} */
    @Override
    public String toString() {
        String service = service().map(name -> name + ":").orElse("");
        return service + method() + arguments + ": " + (outcome.isDone() ? outcome.join() : "running");
    }
}
