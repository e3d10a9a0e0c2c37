package io.grizzlythrift.client.call;

import org.apache.thrift.TException;

/**
 * Intercepts the calls of a client: observes each call, may add headers to it or reject it, and may listen to how it ends.
 *
 * <pre>{@code
 * ClientInterceptor log =
 *         call -> outcome -> LOG.debug("{}: {} after {}", call.method(), outcome.kind(), outcome.time());
 * }</pre>
 *
 * <p>Must be thread-safe, and must not block: it runs on the threads that call, and its listeners run on the threads
 * that read replies and check deadlines. It may start calls of stubs that do not block; these are intercepted as well.
 */
@FunctionalInterface
public interface ClientInterceptor {
    /**
     * Called once for each attempt at a call, before it is encoded and before a connection is chosen; for the first one on the
     * calling thread. Retries of an asynchronous call begin where its callback would run, hedges on a selector thread.
     * Interceptors are called in the order in which they were added; once one rejects a call, the rest do not see it.
     *
     * @param call the call that begins
     * @return notified when the call ends; {@link ClientCallListener#IGNORED} for no listener
     * @throws TException to reject the call: it never runs, and fails with {@link FailureCause#REFUSED} and this
     *     exception as the cause. Anything else that is thrown rejects it likewise
     */
    ClientCallListener begin(ClientCallInfo call) throws TException;

    /**
     * Returns whether this interceptor sees calls now. Asked before each call, on the calling thread: it must be cheap, and
     * may change. While no interceptor of a client is enabled, calls cost as little as without any.
     *
     * @return false to skip the call
     */
    default boolean isEnabled() {
        return true;
    }

    /**
     * Returns whether calls carry the headers that interceptors add also where the dialect of the client has no headers: as
     * argument field {@value io.grizzlythrift.call.ArgumentHeaders#FIELD_ID}. Servers that do not know the field skip it, as
     * Thrift requires; it makes each call larger. Only in the binary and the compact protocol. Asked when a stub or a
     * transport is made; one interceptor of the client that says so is enough.
     *
     * @return true to write the field
     */
    default boolean writesArgumentHeaders() {
        return false;
    }
}
