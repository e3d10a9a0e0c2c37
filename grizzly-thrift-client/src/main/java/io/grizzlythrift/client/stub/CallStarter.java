package io.grizzlythrift.client.stub;

import io.grizzlythrift.client.codec.CallCodec;
import io.grizzlythrift.client.codec.GeneratedMethod;
import io.grizzlythrift.client.config.CallOptions;
import io.grizzlythrift.client.context.ClientContext;
import io.grizzlythrift.client.inflight.InheritedContext;
import io.grizzlythrift.client.pool.ConnectionPool;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import org.apache.thrift.TException;
import org.apache.thrift.async.AsyncMethodCallback;

/** Starts the calls of one stub, in each of the three styles. */
public final class CallStarter {
    private final ClientContext context;
    private final ConnectionPool pool;
    private final StubSettings settings;
    private final RoutingKeys routing;
    private final Retries retries;

    CallStarter(ClientContext context, ConnectionPool pool, Retries retries, CallOptions options) {
        this.context = context;
        this.pool = pool;
        this.retries = retries;
        settings = new StubSettings(context, options);
        routing = new RoutingKeys(options, context.config());
    }

    ClientContext context() {
        return context;
    }

    StubSettings settings() {
        return settings;
    }

    Retries retries() {
        return retries;
    }

    Object callBlocking(StubMethod method, Object[] arguments) throws TException {
        InheritedContext inherited = settings.nextInherited();
        BlockingCall first =
                new BlockingCall(new Invocation(this, method, arguments), settings.timeoutNanos(inherited));
        startFirst(first, inherited);
        while (true) {
            BlockingCall call = first.awaitAttempt();
            TException thrown = call.failure();
            Object result = null;
            if (thrown == null && !call.isOneway()) {
                try {
                    result = decode(call, method.generated());
                } catch (Throwable t) {
                    thrown = failure(call, t);
                }
            }
            if (endsCall(call, thrown)) {
                context.completion().reportHeaders(call);
                return result;
            }
        }
    }

    /**
     * Returns whether the end of an attempt ends its call. If the call fails, throws its exception, which may be that of
     * another attempt.
     */
    private boolean endsCall(BlockingCall call, TException thrown) throws TException {
        if (thrown == null) {
            return call.invocation().succeeded(call);
        }
        TException failure = call.invocation().failed(call, thrown);
        if (failure != null) {
            context.completion().reportHeaders(call);
            throw failure;
        }
        return false;
    }

    void callBack(StubMethod method, Object[] arguments, AsyncMethodCallback<Object> callback) {
        Objects.requireNonNull(callback, "callback");
        InheritedContext inherited = settings.nextInherited();
        Invocation invocation = new Invocation(this, method, arguments);
        startFirst(new CallbackCall(invocation, settings.timeoutNanos(inherited), callback), inherited);
    }

    CompletableFuture<Object> callFuture(StubMethod method, Object[] arguments) {
        InheritedContext inherited = settings.nextInherited();
        FutureCall first = new FutureCall(new Invocation(this, method, arguments), settings.timeoutNanos(inherited));
        startFirst(first, inherited);
        return first.future();
    }

    private void startFirst(CallAttempt first, InheritedContext inherited) {
        first.inherited(inherited);
        routing.addTo(first, first.invocation().arguments());
        settings.addHeaders(first, 0);
        if (first.invocation().method().keepsMessage() && retries.mayRepeat(first)) {
            first.invocation().keepMessage();
        }
        Attempts attempts = retries.hedged(first);
        if (attempts == null) {
            start(first);
            return;
        }
        first.invocation().attempts(attempts);
        start(first);
        attempts.watch();
    }

    /** Starts an attempt. Does not throw: the attempt ends through its own methods. */
    void start(CallAttempt call) {
        pool.start(call, call.invocation());
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

    /** Counts the failure in any case, and returns the exception to throw. */
    private TException failure(BlockingCall call, Throwable thrown) {
        try {
            return context.completion().notAResult(call, thrown, call.replyBytes());
        } catch (Throwable t) {
            context.completion().broken(call, true, thrown);
            throw t;
        }
    }
}
