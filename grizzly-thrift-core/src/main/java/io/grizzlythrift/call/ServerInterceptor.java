package io.grizzlythrift.call;

import org.apache.thrift.TApplicationException;
import org.jvnet.hk2.annotations.Contract;

/**
 * Intercepts each call of a server: sees the call before it runs, may reject it, and receives its outcome.
 *
 * <pre>{@code
 * ServerInterceptor log = call -> outcome -> LOG.debug("{}: {} after {}", call.method(), outcome.kind(), outcome.handled());
 * }</pre>
 *
 * <p>Called by any number of threads at the same time, each for a different call. It must not block: it runs on the
 * thread of the handler. With an HK2 locator, every bound interceptor applies.
 */
@SuppressWarnings("exports") // HK2 is optional: a module that uses it requires it
@Contract
@FunctionalInterface
public interface ServerInterceptor {
    /**
     * Begins a call that is about to run. Not called for calls whose header names an unknown service, nor for calls
     * that the server itself rejects, unless {@link #needsRejectedCalls} returns true. Interceptors begin in the order
     * in which they were added. If one rejects a call, those after it do not see the call.
     *
     * @param call the context of the call, the same as {@link CallContext#current()}
     * @return the listener for the outcome, {@link ServerCallListener#IGNORED} for none; null is a failure of the interceptor
     * @throws TApplicationException to reject the call: it does not run, and this is its reply. Any other exception is
     *     logged, and the reply is an internal error
     */
    ServerCallListener begin(CallContext call) throws TApplicationException;

    /**
     * Returns whether this interceptor currently sees calls. Invoked before each call, by any thread, so it must be
     * cheap; the result may change. While no interceptor of a server is enabled, calls cost no more than without
     * interceptors.
     *
     * @return false to skip the call
     */
    default boolean isEnabled() {
        return true;
    }

    /**
     * Returns whether this interceptor currently needs to see calls without headers. Invoked before each such call,
     * like {@link #isEnabled()}. While no enabled interceptor of a server needs them, {@link #begin} is not called for
     * a call without headers, and the call costs no more than without interceptors. If its arguments turn out to
     * contain headers, {@link #begin} is called once these have been read: in the binary and the compact protocol, if
     * the handler is not asynchronous.
     *
     * @return false to skip calls without headers
     */
    default boolean needsCallsWithoutHeaders() {
        return true;
    }

    /**
     * Returns whether {@link #begin} is also called for calls that the server itself rejects: because of a limit or a
     * deadline, because it drains, because the client has cancelled the call, or because its caller may not make it. Invoked for each such call, on any
     * thread of the server that rejects calls. Listeners of these calls receive {@link ServerCallOutcome.Kind#REJECTED} or
     * {@link ServerCallOutcome.Kind#DENIED} as the outcome; exceptions that {@code begin} throws have no effect on the reply. If true, rejecting calls under
     * overload costs more. Compressed calls are rejected without being seen: they are not decompressed for that.
     *
     * @return true to see these calls
     */
    default boolean needsRejectedCalls() {
        return false;
    }

    /**
     * Returns whether {@link CallContext#headers()} must include the headers that clients send as argument field
     * {@value io.grizzlythrift.call.ArgumentHeaders#FIELD_ID} because their dialect has no headers. Invoked once, when
     * the server is created. If an interceptor needs these headers, decoding compares the number of each field.
     *
     * @return true to read these headers
     */
    default boolean readsArgumentHeaders() {
        return false;
    }

    /**
     * Returns the interceptor that a server uses instead of this one. Invoked once for each server, when it is created, so that an
     * interceptor that servers share can tell them apart.
     *
     * @param serverName the name of the server
     * @return this interceptor, unless overridden
     */
    default ServerInterceptor forServer(String serverName) {
        return this;
    }
}
