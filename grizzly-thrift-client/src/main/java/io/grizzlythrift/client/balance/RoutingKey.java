package io.grizzlythrift.client.balance;

import java.util.List;

/** Tells by its arguments which calls belong together. Must be thread-safe. */
@FunctionalInterface
public interface RoutingKey {
    /**
     * Returns the key of a call. On the calling thread: it must be quick. If this throws, no call is made, and the method of
     * the stub throws the same, also where it returns a future or takes a callback.
     *
     * @param method the name of the method, as in the IDL
     * @param arguments the arguments in the order of the IDL; some may be null; valid until this returns
     * @return a key with a {@code hashCode} that is the same in every process, such as a String, a number or a byte array;
     *     null for none
     */
    Object of(String method, List<?> arguments);
}
