package io.grizzlythrift.testkit;

import io.grizzlythrift.testkit.internal.CallLog;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * What a {@link ScriptedServer} does with some calls. Each {@code then} adds an action: the first call that matches gets the
 * first action, the next call the second one, and so on; the last action is repeated.
 *
 * <pre>{@code
 * server.when("add").thenReject(Rejection.OVERLOADED).thenReply(3); // the first call is rejected, all others get 3
 * server.when("add").nth(5).thenReset();
 * server.when("find", call -> call.argument("name").equals("Ann")).thenThrow(new NotFound());
 * }</pre>
 *
 * <p>If several scripts match a call, the newest one handles it. Thread-safe.
 */
public final class CallScript {
    private final ScriptedServer server;
    private final String name;
    private final Predicate<ReceivedCall> condition;
    private final int nth;
    private final List<CallAction> actions = new ArrayList<>();
    private int next;

    CallScript(ScriptedServer server, String name, Predicate<ReceivedCall> condition, int nth) {
        this.server = server;
        this.name = name;
        this.condition = condition;
        this.nth = nth;
    }

    /** {@return the action for a call; empty if this script does not match it} */
    Optional<CallAction> actionFor(ReceivedCall call) {
        boolean named = name.equals(CallLog.ANY) || call.names().contains(name);
        if (!named || (nth > 0 && call.number() != nth) || !condition.test(call)) {
            return Optional.empty();
        }
        synchronized (this) {
            if (actions.isEmpty()) {
                return Optional.empty();
            }
            CallAction action = actions.get(Math.min(next, actions.size() - 1));
            next++;
            return Optional.of(action);
        }
    }

    /**
     * Returns a script for one call only.
     *
     * @param number the {@linkplain ReceivedCall#number number} of the call: 1 for the first call of the method since the
     *     server started or was {@linkplain ScriptedServer#clear() cleared}
     * @return another script, newer than this one
     * @throws IllegalArgumentException if the number is less than 1
     */
    public CallScript nth(int number) {
        if (number < 1) {
            throw new IllegalArgumentException("number is " + number + ", must be at least 1");
        }
        return server.add(new CallScript(server, name, condition, number));
    }

    /**
     * Replies with a result.
     *
     * @param value as for {@link ReceivedCall#reply}
     * @return this
     * @throws IllegalArgumentException if the method does not return such a value, or is oneway
     */
    @SuppressWarnings("exports") // JSpecify is optional
    public CallScript thenReply(@Nullable Object value) {
        server.typesOf(name).ifPresent(types -> types.resultOf(value));
        return then(call -> {
            if (!call.isOneway()) {
                call.reply(value);
            }
        });
    }

    /**
     * Replies with a result that depends on the call.
     *
     * @param result returns what {@link ReceivedCall#reply} gets; runs on the thread that reads from the connection
     * @return this
     */
    public CallScript thenReplyWith(Function<ReceivedCall, ?> result) {
        Objects.requireNonNull(result, "result");
        return then(call -> call.reply(result.apply(call)));
    }

    /**
     * Replies when the test completes a future. Until then, the call is in flight.
     *
     * <pre>{@code
     * CompletableFuture<Integer> sum = new CompletableFuture<>();
     * server.when("add").thenReplyLater(sum);
     * ...
     * sum.complete(3);
     * }</pre>
     *
     * @param result the value for {@link ReceivedCall#reply}, or the exception for {@link ReceivedCall#replyException}. The
     *     reply is sent on the thread that completes it
     * @return this
     */
    public CallScript thenReplyLater(CompletionStage<?> result) {
        Objects.requireNonNull(result, "result");
        return then(call -> result.whenComplete((value, failure) -> server.guard(call, () -> {
            if (failure == null) {
                call.reply(value);
            } else {
                call.replyException(exceptionOf(failure));
            }
        })));
    }

    private static Exception exceptionOf(Throwable failure) {
        Throwable cause =
                failure instanceof CompletionException && failure.getCause() != null ? failure.getCause() : failure;
        return cause instanceof Exception exception ? exception : new IllegalStateException(cause);
    }

    /**
     * Replies with an exception.
     *
     * @param exception one that the method declares, or a {@link org.apache.thrift.TApplicationException}
     * @return this
     * @throws IllegalArgumentException if it is any other exception, or the method is oneway
     */
    public CallScript thenThrow(Exception exception) {
        Objects.requireNonNull(exception, "exception");
        server.typesOf(name).ifPresent(types -> types.requireThrown(exception));
        return then(call -> call.replyException(exception));
    }

    /**
     * Rejects the call, as a server of this library does.
     *
     * @param reason the reason
     * @return this
     */
    public CallScript thenReject(Rejection reason) {
        Objects.requireNonNull(reason, "reason");
        return then(call -> call.reject(reason));
    }

    /**
     * Sends no reply: the call is in flight until the test {@linkplain ReceivedCall#reply replies} to it, which it gets from
     * {@link ScriptedServer#awaitCall(String)}.
     *
     * @return this
     */
    public CallScript thenHold() {
        return then(call -> {});
    }

    /**
     * Sends bytes that are not a reply, and nothing else.
     *
     * @param kind the kind of bytes
     * @return this
     */
    public CallScript thenSendGarbage(Garbage kind) {
        Objects.requireNonNull(kind, "kind");
        return then(call -> call.sendGarbage(kind));
    }

    /**
     * Closes the connection without a reply: the client reads the end of the stream.
     *
     * @return this
     */
    public CallScript thenClose() {
        return then(call -> call.connection().close());
    }

    /**
     * Resets the connection without a reply.
     *
     * @return this
     */
    public CallScript thenReset() {
        return then(call -> call.connection().reset());
    }

    /**
     * Closes the direction to the client without a reply, and reads on.
     *
     * @return this
     */
    public CallScript thenHalfClose() {
        return then(call -> call.connection().halfClose());
    }

    /**
     * Does anything else.
     *
     * @param action gets the call
     * @return this
     */
    public synchronized CallScript then(CallAction action) {
        actions.add(Objects.requireNonNull(action, "action"));
        return this;
    }
}
