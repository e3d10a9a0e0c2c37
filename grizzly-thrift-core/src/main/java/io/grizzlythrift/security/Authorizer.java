package io.grizzlythrift.security;

import java.util.Optional;

/**
 * Decides which calls of a server may run.
 *
 * <pre>{@code
 * Authorizer admins = (identity, service, method) ->
 *         method.startsWith("get") || identity.filter(who -> who.principal().equals("admin")).isPresent()
 *                 ? Decision.allow()
 *                 : Decision.deny("only admin may call " + method);
 * }</pre>
 *
 * <p>Called by any number of threads at the same time, each for a different call: the threads that run calls. With {@code
 * same-thread}, these are the threads that serve all connections. It must not block.
 */
@FunctionalInterface
public interface Authorizer {
    /**
     * Decides whether a call may run. Its name is known, and its arguments are not decoded. Called for each call, oneway
     * calls included, before it is known whether the server has the method, and before any interceptor. If it throws, or
     * returns null, the call is denied.
     *
     * @param identity the caller; empty if it has proved none
     * @param service the name of the service in a multiplexed call; an empty string in a plain call
     * @param method the name of the method as the client sent it
     * @return whether the call may run
     */
    Decision authorize(Optional<Identity> identity, String service, String method);

    /** {@return an authorizer that allows all calls of callers that have proved who they are, and no others} */
    static Authorizer authenticated() {
        Decision denied = Decision.deny("the caller has not proved who it is");
        return (identity, service, method) -> identity.isPresent() ? Decision.allow() : denied;
    }
}
