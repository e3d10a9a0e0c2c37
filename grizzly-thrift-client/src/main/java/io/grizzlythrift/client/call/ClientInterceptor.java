package io.grizzlythrift.client.call;

import org.apache.thrift.TException;

/**
 * Runs around each call of a client: sees what is called, may refuse it, and is told how it ended.
 *
 * <pre>{@code
 * ClientInterceptor log =
 *         call -> outcome -> LOG.debug("{}: {} after {}", call.method(), outcome.kind(), outcome.time());
 * }</pre>
 *
 * <p>Called by any number of threads at the same time, each with a call of its own. It must not block: it runs on the
 * threads that call, and its endings on those that read replies and watch deadlines. It may begin calls of stubs that
 * do not wait; it runs around those as well.
 */
@FunctionalInterface
public interface ClientInterceptor {
    /**
     * A call begins. Runs on the calling thread, before anything is encoded and before a connection is chosen, so also
     * around calls that fail at once. Several interceptors begin in the order in which they were added; a call that one
     * refuses does not get to those after it.
     *
     * @param call what is known of it
     * @return who is told the end, {@link ClientCallListener#IGNORED} if nobody
     * @throws TException to refuse the call: it never runs, and fails with {@link FailureCause#REFUSED} and this as the
     *     cause. Anything else that is thrown refuses it likewise
     */
    ClientCallListener begin(ClientCallInfo call) throws TException;
}
