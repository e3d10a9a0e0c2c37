package io.grizzlythrift.call;

import org.apache.thrift.TApplicationException;
import org.jvnet.hk2.annotations.Contract;

/**
 * Intercepts each call of a server: sees the call before it runs, may reject it, and gets its outcome.
 *
 * <pre>{@code
 * CallInterceptor log = call -> outcome -> LOG.debug("{}: {} after {}", call.method(), outcome.kind(), outcome.handled());
 * }</pre>
 *
 * <p>Called by any number of threads at the same time, each for a different call. It must not block: it runs on the
 * thread of the handler. In an HK2 locator, every bound interceptor applies.
 */
@SuppressWarnings("exports") // HK2 is optional: a module that uses it requires it
@Contract
@FunctionalInterface
public interface CallInterceptor {
    /**
     * Begins a call that is about to run. Not called for calls whose header names an unknown service, nor, unless {@link
     * #needsRejectedCalls} says so, for those that a limit rejects. Interceptors begin in the order in which they were added; those after one that rejects a call do not see
     * it.
     *
     * @param call its context, the same as {@link CallContext#current()}
     * @return the listener for the outcome, {@link CallListener#IGNORED} for none; null is a failure of the interceptor
     * @throws TApplicationException to reject the call: it does not run, and this is its reply. Any other exception is
     *     logged, and the reply is an internal error
     */
    CallListener begin(CallContext call) throws TApplicationException;

    /**
     * Returns whether this interceptor sees calls now. Asked before each call, by any thread: it must be cheap, and may
     * change. While no interceptor of a server is enabled, calls cost as little as without any.
     *
     * @return false to skip the call
     */
    default boolean isEnabled() {
        return true;
    }

    /**
     * Returns whether this interceptor needs to see calls without headers now. Asked before each of them, like {@link
     * #isEnabled()}. While none of the enabled interceptors of a server does, {@link #begin} is not called for a call
     * without headers, which costs as little as without any interceptor. If headers then come with the arguments, {@link #begin} is
     * called once they have been read: in the binary and the compact protocol, of calls whose handler is not asynchronous.
     *
     * @return false to skip calls without headers
     */
    default boolean needsCallsWithoutHeaders() {
        return true;
    }

    /**
     * Returns whether {@link #begin} is called also for calls that the server rejects by itself: because of a limit or a
     * deadline, because it drains, or because the client has cancelled the call. Asked for each of them. Their listeners get
     * {@link CallOutcome.Kind#REJECTED} as the outcome; what {@code begin} throws has no effect on the reply. This makes it
     * more expensive to reject calls under overload. Runs on any thread of the server that rejects calls.
     *
     * @return true to see them
     */
    default boolean needsRejectedCalls() {
        return false;
    }

    /**
     * Returns whether {@link CallContext#headers()} is to include the headers that clients send as argument field {@value
     * io.grizzlythrift.call.ArgumentHeaders#FIELD_ID}, because their dialect has none. Asked once, when the server is made:
     * if one of its interceptors needs them, decoding compares the number of each field.
     *
     * @return true to read them
     */
    default boolean readsArgumentHeaders() {
        return false;
    }
}
