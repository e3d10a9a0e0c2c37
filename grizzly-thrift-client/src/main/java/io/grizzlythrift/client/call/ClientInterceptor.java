package io.grizzlythrift.client.call;

import org.apache.thrift.TException;

/**
 * Intercepts the calls of a client: observes each call, may add headers to it or reject it, and may be notified of its
 * end.
 *
 * <pre>{@code
 * ClientInterceptor log =
 *         call -> outcome -> LOG.debug("{}: {} after {}", call.method(), outcome.kind(), outcome.time());
 * }</pre>
 *
 * <p>Must be thread-safe, and must not block: it runs on the calling threads, and its listeners run on the threads that
 * read replies and check deadlines. It may start calls of stubs that do not block; these are intercepted as well.
 */
@FunctionalInterface
public interface ClientInterceptor {
    /**
     * Called once for each attempt at a call, before it is encoded and before a connection is chosen. The first attempt
     * begins on the calling thread. Retries of an asynchronous call begin on the thread that would run its callback,
     * hedges on a selector thread. Interceptors are called in the order in which they were added; once one rejects a
     * call, the rest do not see it.
     *
     * @param call the call that begins
     * @return the listener to notify when the call ends; {@link ClientCallListener#IGNORED} for none
     * @throws TException to reject the call: it never runs, and fails with {@link FailureCause#REFUSED} and this
     *     exception as the cause. Any other exception rejects it in the same way
     */
    ClientCallListener begin(ClientCallInfo call) throws TException;

    /**
     * Returns whether this interceptor currently sees calls. Called before each call, on the calling thread, so it must
     * be cheap. The result may change. While no interceptor of a client is enabled, calls cost as little as without
     * any.
     *
     * @return false to skip the call
     */
    default boolean isEnabled() {
        return true;
    }

    /**
     * Returns whether calls carry the headers that interceptors add in argument field {@value
     * io.grizzlythrift.call.ArgumentHeaders#FIELD_ID} if the dialect of the client has no headers. Servers that do not
     * know the field skip it, as Thrift requires; it makes each call larger. Only for the binary and the compact
     * protocol. Called when a stub or a transport is created; the field is written if any interceptor of the client
     * returns true.
     *
     * @return true to write the field
     */
    default boolean writesArgumentHeaders() {
        return false;
    }

    /**
     * Returns the interceptor that a client uses instead of this one. Called once for each client, when it is built, so that an
     * interceptor that clients share can tell them apart.
     *
     * @param clientName the name of the client
     * @return this interceptor, unless overridden
     */
    default ClientInterceptor forClient(String clientName) {
        return this;
    }
}
