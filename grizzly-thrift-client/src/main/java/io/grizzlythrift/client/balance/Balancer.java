package io.grizzlythrift.client.balance;

import java.util.List;

/**
 * Chooses the server of each call. Must be thread-safe: several clients may use one balancer.
 *
 * <p>A balancer sees only servers that may take calls now: those that are ejected, or that have no open connection while
 * others have one, are left out.
 */
@FunctionalInterface
public interface Balancer {
    /**
     * Makes what chooses among these servers. Called again whenever the list changes, while calls still use the picker
     * made before; an endpoint is the same object as long as its server is in use.
     *
     * @param endpoints at least two; unmodifiable
     * @return thread-safe
     */
    Picker picker(List<? extends BalancedEndpoint> endpoints);

    /** Chooses among the servers of one list. */
    @FunctionalInterface
    interface Picker {
        /**
         * Chooses the server of a call. On the calling thread: it must be quick, and should allocate nothing.
         *
         * @param call the call
         * @param avoided where the call failed before, to be chosen only if there is no other; null for none
         * @return the index of the server in the list
         */
        int pick(BalancedCall call, BalancedEndpoint avoided);
    }
}
