package io.grizzlythrift.client.call;

import io.grizzlythrift.client.ThriftClientBuilder;

/** Is told how a call ended, exactly once. */
@FunctionalInterface
public interface ClientCallListener {
    /** Does not care. */
    ClientCallListener IGNORED = outcome -> {};

    /**
     * The call has ended; its caller is told after this. The last interceptor that began is told first. Runs on the
     * thread that found out: the calling one for a stub that waits and for a call that fails at once; the one that
     * gives the call up; the one that decodes replies, be it a selector thread or one of
     * {@link ThriftClientBuilder#callbackExecutor}; or another one of the client, the one that watches all deadlines
     * among them. So it must not block. What it throws is logged, at most once a second, and changes nothing.
     *
     * @param outcome how it ended
     */
    void ended(ClientCallOutcome outcome);
}
