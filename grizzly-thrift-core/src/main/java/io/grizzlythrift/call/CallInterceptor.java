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
     * Begins a call that is about to run. Not called for calls that a limit rejects, or whose header names an unknown
     * service. Interceptors begin in the order in which they were added; those after one that rejects a call do not see
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
