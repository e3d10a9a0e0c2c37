package io.grizzlythrift.client.stub;

import io.grizzlythrift.client.call.CallFailedException;
import io.grizzlythrift.client.call.FailureCause;
import io.grizzlythrift.client.codec.CallCodec;
import io.grizzlythrift.client.codec.CallHeaders;
import io.grizzlythrift.client.codec.GeneratedMethod;
import io.grizzlythrift.client.codec.StubHeaders;
import io.grizzlythrift.client.config.CallOptions;
import io.grizzlythrift.client.inflight.InheritedContext;
import io.grizzlythrift.client.inflight.PendingCall;
import io.grizzlythrift.client.pool.ClientContext;
import io.grizzlythrift.client.pool.ConnectionPool;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.function.LongFunction;
import org.apache.thrift.TException;
import org.apache.thrift.async.AsyncMethodCallback;

/** Starts the calls of one stub, in each of the three styles. */
public final class CallStarter {
    private final ClientContext context;
    private final ConnectionPool pool;
    private final long timeoutNanos;

    /** Null unless calls of the client have headers. */
    private final StubHeaders headers;

    private final Inheritance inheritance;
    private final RoutingKeys routing;

    CallStarter(ClientContext context, ConnectionPool pool, CallOptions options) {
        this.context = context;
        this.pool = pool;
        timeoutNanos = context.timeoutNanos(options);
        headers = context.headers(options).orElse(null);
        inheritance = new Inheritance(options);
        routing = new RoutingKeys(options, context.config());
    }

    Object callBlocking(GeneratedMethod method, Object[] arguments) throws TException {
        InheritedContext inherited = inheritance.next();
        BlockingCall call = start(method, arguments, timeoutNanos(inherited), null, inherited);
        for (int retries = 0; ; retries++) {
            try {
                call.await();
                break;
            } catch (CallFailedException failure) {
                if (!mayRetry(call, failure, retries)) {
                    context.completion().reportHeaders(call);
                    throw failure;
                }
                call = start(method, arguments, call.deadline() - context.now(), call, inherited);
            }
        }
        if (method.isOneway()) {
            return null;
        }
        context.completion().reportHeaders(call);
        try {
            return decode(call, method);
        } catch (Throwable t) {
            throw failure(call, t);
        }
    }

    /** Starts a call, or the next attempt of one that failed. */
    private BlockingCall start(
            GeneratedMethod method, Object[] arguments, long nanos, BlockingCall failed, InheritedContext inherited) {
        BlockingCall call = new BlockingCall(method.name(), method.service().name(), method.isOneway(), nanos, context);
        start(call, failed, method, arguments, inherited);
        return call;
    }

    private long timeoutNanos(InheritedContext inherited) {
        return inherited == null ? timeoutNanos : inherited.timeoutNanos(timeoutNanos);
    }

    private void start(
            PendingCall call,
            PendingCall failed,
            GeneratedMethod method,
            Object[] arguments,
            InheritedContext inherited) {
        call.inherited(inherited == null || failed == null ? inherited : inherited.again());
        if (failed != null) {
            call.avoid(failed.connection());
        }
        if (headers != null) {
            call.headers(new CallHeaders(headers));
        }
        if (failed == null) {
            routing.addTo(call, arguments);
        } else {
            call.routingKey(failed.routingKey());
        }
        pool.start(call, (codec, id) -> codec.writeCall(method, arguments, id));
    }

    /** Returns whether a call is to be made again, and counts that. */
    private boolean mayRetry(PendingCall call, CallFailedException failure, int retries) {
        boolean notConnected = failure.failure() == FailureCause.CONNECT_FAILED && call.connection() != null;
        int allowed = context.config().retryAttempts();
        if (retries >= (notConnected ? Math.max(allowed, pool.endpointCount() - 1) : allowed)
                || failure.mayHaveRun()
                || !failure.failure().isRetriable()
                || call.deadline() - context.now() <= 0) {
            return false;
        }
        context.completion().counters().countRetry();
        return true;
    }

    private Object decode(BlockingCall call, GeneratedMethod method) throws TException {
        CallCodec codec = context.codecs().take();
        try {
            call.readInto(codec);
            Object result = codec.readResult(method);
            context.completion().completed(call, call.replyBytes());
            return result;
        } finally {
            context.codecs().giveBack(codec);
        }
    }

    /** Counts the end in any case, and returns what to throw. */
    private TException failure(BlockingCall call, Throwable thrown) {
        try {
            return context.completion().notAResult(call, thrown, call.replyBytes());
        } catch (Throwable t) {
            context.completion().broken(call, true, thrown);
            throw t;
        }
    }

    void callBack(GeneratedMethod method, Object[] arguments, AsyncMethodCallback<Object> callback) {
        Objects.requireNonNull(callback, "callback");
        InheritedContext inherited = inheritance.next();
        startNonblocking(
                new CallbackCall(method, timeoutNanos(inherited), context, callback),
                inherited,
                null,
                nanos -> new CallbackCall(method, nanos, context, callback),
                arguments,
                0);
    }

    CompletableFuture<Object> callFuture(GeneratedMethod method, Object[] arguments) {
        InheritedContext inherited = inheritance.next();
        FutureCall call = new FutureCall(method, timeoutNanos(inherited), context);
        startNonblocking(call, inherited, null, nanos -> new FutureCall(method, nanos, context, call), arguments, 0);
        return call.future();
    }

    /** Starts a call, or the next attempt of one that failed. */
    private void startNonblocking(
            NonblockingCall call,
            InheritedContext inherited,
            NonblockingCall failed,
            LongFunction<NonblockingCall> nextWithin,
            Object[] arguments,
            int retries) {
        if (context.config().retryAttempts() > 0 || pool.endpointCount() > 1) {
            call.onFailure((attempt, failure) -> {
                if (attempt.isAbandoned() || !mayRetry(attempt, failure, retries)) {
                    return false;
                }
                NonblockingCall next = nextWithin.apply(attempt.deadline() - context.now());
                startNonblocking(next, inherited, attempt, nextWithin, arguments, retries + 1);
                return true;
            });
        }
        start(call, failed, call.serviceMethod(), arguments, inherited);
    }
}
