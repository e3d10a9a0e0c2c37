package io.grizzlythrift.call;

import org.apache.thrift.TApplicationException;
import org.jvnet.hk2.annotations.Contract;

/**
 * Runs around each call of a server: sees what is called, may refuse it, and is told how it ended.
 *
 * <pre>{@code
 * CallInterceptor log = call -> outcome -> LOG.debug("{}: {} after {}", call.method(), outcome.kind(), outcome.handled());
 * }</pre>
 *
 * <p>Called by any number of threads at the same time, each on a call of its own. It must not block: it runs on the
 * thread of the handler. In an HK2 locator every interceptor that is bound applies.
 */
@Contract
@FunctionalInterface
public interface CallInterceptor {
    /**
     * A call is about to run. Not called for calls that a limit refuses, or whose header names no service here. Several
     * interceptors begin in the order in which they were added; a call that one refuses does not get to those after it.
     *
     * @param call what is known of it; {@link CallContext#current()} is the same
     * @return who is told the end, {@link CallListener#IGNORED} if nobody; null is a failure of the interceptor
     * @throws TApplicationException to refuse the call: it does not run, and this is its reply. Anything else that is
     *     thrown is logged, and answered as an internal error
     */
    CallListener begin(CallContext call) throws TApplicationException;
}
